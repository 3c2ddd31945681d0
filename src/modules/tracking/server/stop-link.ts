import type { Clock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { linkChannel } from "./link-cache.ts";

type Deps = { db: Db; worldClock: Clock };

/** Stops a link, or resumes it; every server is notified at once. Repeating the call changes nothing. */
export function setLinkStopped({ db, worldClock }: Deps, merchantId: string, linkId: string, stop: boolean) {
  return db.transaction(async (tx) => {
    const link = await tx.maybeOne<{ stopped_at: Date | null }>(sql`
      select stopped_at from tracking.links where id = ${linkId} and merchant_id = ${merchantId} for update`);
    if (!link) return trackingRefusals.refuse("tracking.link_not_found");
    if ((link.stopped_at !== null) === stop) return;
    await tx.run(
      sql`update tracking.links set stopped_at = ${stop ? worldClock.now() : null} where id = ${linkId}`,
    );
    await tx.run(sql`select pg_notify(${linkChannel}, ${linkId})`);
    await tx.publish({
      name: stop ? "tracking.link_stopped" : "tracking.link_resumed",
      merchant_id: merchantId,
      link_id: linkId,
    });
  });
}
