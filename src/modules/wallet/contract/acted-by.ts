import { z } from "zod";
import { actorKinds } from "#base/shared/actor.ts";

/**
 * Who started a movement of money: a member (`name` is null for whoever reads), our staff or the product. Null where
 * nobody did in particular, as with ad spend.
 */
export const actedBy = z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }).nullable();
export type ActedBy = z.output<typeof actedBy>;
