import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Call } from "../../shared/contract.ts";
import { normalizeAddress } from "../client-address.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Db } from "../db/db.ts";
import { consumeRateLimit, waitParams } from "../rate-limit.ts";
import { anonymous, type Caller } from "./audience.ts";

/** Calls with `atOnce` that are under way in this process, by whose they are. */
const underWay = new Map<string, number>();

/** When a place may be free again. */
const retrySeconds = 5;

type Limited = { name: string; call: Pick<Call, "perMinute"> };
type By = Pick<Caller, "scope">;

/**
 * Takes one of the uses a minute that a call's contract allows, in the database, so that all processes count together:
 * one merchant or member of the staff has them, or one address where nobody is signed in. Refuses
 * `base.too_many_requests`. Where the database does not answer the call fails, as it would anyway.
 */
export async function limitCall(
  { db, clock = systemClock }: { db: Db; clock?: Clock },
  { name, call: { perMinute } }: Limited,
  { scope }: By,
  ip: string,
): Promise<void> {
  if (perMinute === undefined) return;
  const use = await consumeRateLimit(db, {
    key: `${name}:${toWhom({ scope }, ip)}`,
    limit: perMinute,
    windowSeconds: 60,
    now: clock.now(),
  });
  if (!use.isAllowed) baseRefusals.refuse("base.too_many_requests", waitParams(use.retryAfterSeconds));
}

/**
 * Takes one of the places that a merchant has for calls that work long, and returns what gives it back; refuses
 * `base.too_many_requests` while all are taken. One merchant's exports so leave the process and its connections to others.
 */
export function takePlace({ atOnce }: Pick<Call, "atOnce">, by: By, ip: string): () => void {
  if (atOnce === undefined) return () => {};
  const whom = toWhom(by, ip);
  const taken = underWay.get(whom) ?? 0;
  if (taken >= atOnce) baseRefusals.refuse("base.too_many_requests", waitParams(retrySeconds));
  underWay.set(whom, taken + 1);
  return () => {
    const left = (underWay.get(whom) ?? 1) - 1;
    if (left > 0) underWay.set(whom, left);
    else underWay.delete(whom);
  };
}

const toWhom = ({ scope }: By, ip: string): string =>
  scope === anonymous.scope ? normalizeAddress(ip) : scope;
