import type { ReadContext } from "../server/context.ts";
import type { Db } from "../server/db/db.ts";
import { memberActor } from "../shared/actor.ts";

/** A merchant's own request, at a time of the test's choosing. */
export function testContext(
  db: Db,
  merchantId = "mer_1",
  now = new Date("2026-11-21T09:00:00Z"),
): ReadContext {
  return { db, actor: memberActor(merchantId, merchantId), now, requestId: null };
}
