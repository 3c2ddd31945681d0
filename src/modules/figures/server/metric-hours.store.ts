import type { ReadContext } from "#base/server/context.ts";
import { join, raw, type Sql, sql } from "#base/server/db/db.ts";
import { sumsFrom } from "../contract/metrics.ts";

const measured = sumsFrom("platform");
const columns = join(measured.map((sum) => raw(sum)));
const replaced = join(measured.map((sum) => raw(`${sum} = excluded.${sum}`)));

/** Part of a statement: stores the hours in `changed` (campaign_id, ad_id, hour, and the platform's sums). */
export function upsertHours({ actor, now }: ReadContext): Sql {
  return sql`stored as (
      insert into figures.metric_hours as stored (merchant_id, campaign_id, ad_id, hour, ${columns}, read_at)
      select ${actor.merchantId}, campaign_id, ad_id, hour, ${columns}, ${now} from changed
      on conflict (merchant_id, ad_id, hour) do update set ${replaced}, read_at = excluded.read_at
    )`;
}
