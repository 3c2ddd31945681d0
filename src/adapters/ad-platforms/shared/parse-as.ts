import type { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

/** Reads an object of a platform's as we need it; one that does not have what the docs promise is a fault of theirs. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const outcome = schema.safeParse(raw);
  if (outcome.success) return outcome.data;
  const where = outcome.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new AdapterFault("later", { reason: `an answer lacks what the docs promise: ${where}` });
}
