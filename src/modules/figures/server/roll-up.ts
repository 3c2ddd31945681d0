import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, join, raw, type Sql, sql, type Tx } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
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

const madeMonths = new Set<string>();

/** Creates the facts' partitions of these days' months before their first row. */
export async function makeFactMonths({ tx }: Context, days: Iterable<RiyadhDay>): Promise<void> {
  await makeMonthsOnce(tx, days, (month) => sql`select figures.make_fact_month(${month}::date)`, "facts");
}

/** Each month is made once by a process; a row that came too early is in the default partition. */
export async function makeMonthsOnce(
  tx: Tx,
  days: Iterable<string>,
  make: (month: string) => Sql,
  table: string,
): Promise<void> {
  for (const month of new Set([...days].map((day) => `${day.slice(0, 7)}-01`))) {
    const key = `${table} ${month}`;
    if (madeMonths.has(key)) continue;
    await tx.run(make(month));
    madeMonths.add(key);
  }
}
