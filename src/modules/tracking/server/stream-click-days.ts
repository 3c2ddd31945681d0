import { type Db, empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { rollUpClicks } from "./roll-up-clicks.ts";

type AdClickDay = Row<"tracking.click_days"> & { day: RiyadhDay };

const pageSize = 1_000;

/**
 * The clicks of all merchants, or of one, by ad and Riyadh day, both days included, page by page in the order of days and
 * merchants. Every click that is committed before the call is in them.
 */
export async function* streamClickDays(
  db: Db,
  { from, to, merchantId }: { from: RiyadhDay; to: RiyadhDay; merchantId?: string },
): AsyncGenerator<AdClickDay[]> {
  await rollUpClicks(db);
  for (let last: AdClickDay | undefined, isMore = true; isMore; ) {
    const page: AdClickDay[] = await db.many<AdClickDay>(sql`
      select merchant_id, campaign_id, ad_id, day, valid_clicks, bot_clicks from tracking.click_days
      where day between ${from} and ${to}
        ${merchantId === undefined ? empty : sql`and merchant_id = ${merchantId}`} and (day, merchant_id, campaign_id, ad_id)
        > (${last?.day ?? from}::date, ${last?.merchant_id ?? ""}::text, ${last?.campaign_id ?? ""}::text, ${last?.ad_id ?? ""}::text)
      order by day, merchant_id, campaign_id, ad_id limit ${pageSize}`);
    if (page.length > 0) yield page;
    last = page.at(-1);
    isMore = page.length === pageSize;
  }
}
