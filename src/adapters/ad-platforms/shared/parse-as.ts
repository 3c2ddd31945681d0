import type { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

/** Parses a platform's object; throws the platform's fault if it lacks what the documents promise. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const outcome = schema.safeParse(raw);
  if (outcome.success) return outcome.data;
  const where = outcome.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new AdapterFault("later", { reason: `a response differs from the documents: ${where}` });
}
