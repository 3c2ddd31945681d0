import type { Db } from "#base/server/db/db.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { staffRefusals } from "../contract/staff.refusals.ts";
import type { StaffDeps, Visitor } from "./staff.deps.ts";

/** Takes one of the steps that an address may make in an hour; refuses `staff.address_spent` when there is none left. */
export async function limitSteps(
  db: Db,
  { maxStepsPerAddress }: Pick<StaffDeps, "maxStepsPerAddress">,
  { address }: Visitor,
  now: Date,
): Promise<void> {
  const use = await consumeRateLimit(db, {
    key: `staff.sign-in:${address}`,
    limit: maxStepsPerAddress,
    windowSeconds: 3_600,
    now,
  });
  if (!use.isAllowed) staffRefusals.refuse("staff.address_spent", waitParams(use.retryAfterSeconds));
}

/** Refuses an attempt at a factor that is locked until then. */
export function refuseLocked(until: Date, now: Date, field: string): never {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return staffRefusals.refuse("staff.locked", waitParams(seconds), field);
}
