import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

export type UtmHabits = { source: string[]; medium: string[]; campaign: string[] };

const days = 90;
const ordersRead = 2_000;
const shown = 8;

/**
 * The UTM values that the merchant's latest orders carried, the most frequent first: how this store names what it does.
 * Orders that a link of ours brought are left out, for they repeat what we wrote.
 */
export async function listUtmHabits({ db, actor, now }: ReadContext): Promise<UtmHabits> {
  const rows = await db.many<{ tag: string; value: string }>(sql`
    select tag, value from (
      select tag, value, row_number() over (partition by tag order by count(*) desc, value) as nth from (
        select utm from stores.orders where merchant_id = ${actor.merchantId} and click_id is null
          and placed_at > ${now}::timestamptz - ${days} * interval '1 day' and utm <> '{}'
        order by placed_at desc limit ${ordersRead}
      ) latest, jsonb_each_text(utm) as tags (tag, value)
      where tag in ('utm_source', 'utm_medium', 'utm_campaign')
        and value <> '' and length(value) <= 100
      group by tag, value
    ) ranked where nth <= ${shown} order by tag, nth`);
  const pick = (name: string) => rows.filter(({ tag }) => tag === `utm_${name}`).map(({ value }) => value);
  return { source: pick("source"), medium: pick("medium"), campaign: pick("campaign") };
}
