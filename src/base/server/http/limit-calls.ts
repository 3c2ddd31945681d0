import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Call } from "../../shared/contract.ts";
import { normalizeAddress } from "../client-address.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Db } from "../db/db.ts";
import { consumeRateLimit, waitParams } from "../rate-limit.ts";
import { anonymous, type Caller } from "./audience.ts";

type Limited = { name: string; call: Pick<Call, "perMinute"> };

/**
 * Takes one of the uses a minute that a call's contract allows, in the database, so that all processes count together:
 * one merchant or member of the staff has them, or one address where nobody is signed in. Refuses
 * `base.too_many_requests`. Where the database does not answer the call fails, as it would anyway.
 */
export async function limitCall(
  { db, clock = systemClock }: { db: Db; clock?: Clock },
  { name, call: { perMinute } }: Limited,
  { scope }: Pick<Caller, "scope">,
  ip: string,
): Promise<void> {
  if (perMinute === undefined) return;
  const use = await consumeRateLimit(db, {
    key: `${name}:${scope === anonymous.scope ? normalizeAddress(ip) : scope}`,
    limit: perMinute,
    windowSeconds: 60,
    now: clock.now(),
  });
  if (!use.isAllowed) baseRefusals.refuse("base.too_many_requests", waitParams(use.retryAfterSeconds));
}
