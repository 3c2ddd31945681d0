import type { ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

export type ClickDay = Row<"tracking.click_days", "campaign_id" | "valid_clicks" | "bot_clicks"> & {
  day: RiyadhDay;
};

/** Clicks of a campaign (of all when none is named) by Riyadh day, both days included. */
export function listClickDays(
  { db, actor }: ReadContext,
  { campaignId, from, to }: { campaignId?: string | undefined; from: string; to: string },
): Promise<ClickDay[]> {
  return db.many<ClickDay>(sql`
    select day, campaign_id, sum(valid_clicks)::int as valid_clicks, sum(bot_clicks)::int as bot_clicks from tracking.click_days
    where merchant_id = ${actor.merchantId} and day between ${from} and ${to}
      ${campaignId === undefined ? empty : sql`and campaign_id = ${campaignId}`}
    group by day, campaign_id order by day, campaign_id`);
}

/** The same as the contract names it: a click without a further word is a valid one. */
export const presentClickDay = ({ valid_clicks, ...day }: ClickDay) => ({ ...day, clicks: valid_clicks });
