import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";

/** The merchant's link as it is stored; refuses `tracking.link_not_found`. */
export async function findLink({ db, actor }: ReadContext, linkId: string): Promise<Row<"tracking.links">> {
  const link = await db.maybeOne<Row<"tracking.links">>(sql`
    select * from tracking.links where id = ${linkId} and merchant_id = ${actor.merchantId}`);
  return link ?? trackingRefusals.refuse("tracking.link_not_found");
}
