import { listAllOfStaff } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { LookShown } from "../contract/privacy.calls.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";

/** Looks at something else than the data of the module that recorded them. */
const areas: Readonly<Record<string, string>> = { "finance.profile_viewed": "merchants" };

/** Who of our staff looked at the merchant's data or changed it, when, and at what; newest first. */
export const showLooks =
  ({ staff }: Pick<PrivacyDeps, "staff">) =>
  async (
    ctx: ReadContext,
    { before, size }: { before?: number | undefined; size: number },
  ): Promise<{ items: LookShown[]; next: number | null }> => {
    const entries = await listAllOfStaff(ctx, { before, size: size + 1 });
    const page = entries.slice(0, size);
    const names = await staff.loadNames(
      ctx.db,
      page.flatMap(({ actor_id }) => actor_id ?? []),
    );
    return {
      items: page.map(({ id, module, action, actor_id, recorded_at }) => ({
        id,
        kind: action.endsWith("_viewed") ? "look" : "act",
        by: names.get(actor_id ?? "") ?? "",
        area: areas[action] ?? module,
        action,
        recorded_at: recorded_at.toISOString(),
      })),
      next: entries.length > size ? (page.at(-1)?.id ?? null) : null,
    };
  };
