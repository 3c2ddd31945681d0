import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, join, raw, type Sql, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type Source, type Sum, sumsFrom } from "../contract/metrics.ts";

type Shared = { source: Extract<Source, "platform" | "orders">; platform: Platform };

/**
 * Adds the differences in `changed` (campaign_id, ad_id, day, d_…) to the days of the ads, the campaigns, and the
 * merchant on this platform, each in the order of its key, so that two transactions cannot deadlock, and records the
 * ads' new days as facts. The statement touches as many rows as there are changed campaign days. `isReportedWhole`: the
 * platform reported the whole day, or hours of it.
 */
export function rollUp(
  ctx: ReadContext,
  { source, platform }: Shared,
  { isReportedWhole }: { isReportedWhole?: boolean } = {},
): Sql {
  const { merchantId } = ctx.actor;
  const columns = toColumnList(sumsFrom(source));
  const sums = join(sumsFrom(source).map((sum) => raw(`sum(d_${sum})`)));
  const growth = toGrowth(sumsFrom(source));
  const marks =
    isReportedWhole === undefined
      ? { column: empty, value: empty, update: empty }
      : {
          column: sql`, is_reported_whole`,
          value: sql`, ${isReportedWhole}::boolean`,
          update: sql`, is_reported_whole = excluded.is_reported_whole`,
        };
  return sql`
    by_ad as (
      insert into figures.ad_days as days (merchant_id, campaign_id, day, ad_id, ${columns} ${marks.column})
      select ${merchantId}, campaign_id, day, ad_id, ${sums} ${marks.value}
      from changed group by 2, 3, 4 order by 2, 3, 4
      on conflict (merchant_id, campaign_id, day, ad_id) do update set ${growth} ${marks.update}
      returning days.*
    ),
    ${insertFacts(ctx, source)},
    by_campaign as (
      select campaign_id, day, ${sums} from changed group by 1, 2
    ),
    by_merchant as (
      insert into figures.merchant_days as days (merchant_id, day, platform, ${columns})
      select ${merchantId}, day, ${platform}, ${sums} from changed group by 2 order by 2
      on conflict (merchant_id, day, platform) do update set ${growth}
    )
    insert into figures.campaign_days as days (merchant_id, campaign_id, day, ${columns})
    select ${merchantId}, by_campaign.* from by_campaign order by day, campaign_id
    on conflict (merchant_id, day, campaign_id) do update set ${growth}`;
}

/** Each ad's day in `by_ad` as the source knows it from now on; a day whose differences in `changed` are zero is left out. */
export function insertFacts({ now }: ReadContext, source: Source): Sql {
  const columns = toColumnList(sumsFrom(source));
  const isDifferent = join(
    sumsFrom(source).map((sum) => raw(`sum(d_${sum}) <> 0`)),
    " or ",
  );
  return sql`facts as (
      insert into figures.ad_facts (merchant_id, campaign_id, ad_id, day, source, known_at, ${columns})
      select merchant_id, campaign_id, ad_id, day, ${source}, ${now}, ${columns} from by_ad
      where (campaign_id, ad_id, day) in (
        select campaign_id, ad_id, day from changed group by 1, 2, 3 having ${isDifferent})
    )`;
}

const toColumnList = (sums: readonly Sum[]): Sql => join(sums.map((sum) => raw(sum)));
const toGrowth = (sums: readonly Sum[]): Sql =>
  join(sums.map((sum) => raw(`${sum} = days.${sum} + excluded.${sum}`)));

/** These days' spend is settled as it is now. */
export async function markDaysSettled(
  { tx, actor }: Context,
  days: readonly Row<"figures.campaign_days", "campaign_id" | "day">[],
): Promise<void> {
  await tx.run(sql`
    update figures.campaign_days set settled_halalas = spend_halalas
    where merchant_id = ${actor.merchantId} and (campaign_id, day) in (
      select * from unnest(${days.map(({ campaign_id }) => campaign_id)}::text[], ${days.map(({ day }) => day)}::date[]))`);
}
