import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { makeAdAccountsFacade } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { evaluateMerchant } from "#modules/rules/server/evaluate-merchant.ts";
import { makeSeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { load } from "./kit/load.ts";
import { makeTempFolder, startProduct } from "./kit/programs.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";
import { seedCampaigns, seedMerchant } from "./kit/seed-merchant.ts";
import { makeDue, type RulesWorld, seedRules } from "./kit/seed-rules.ts";

const readerId = "mer_reader";

/**
 * One run of all rules of many merchants on PostgreSQL, beside one statement that decides and records the same; memory
 * over the runs; and what another merchant feels of it.
 */
export async function ruleRuns({ isQuick, rounds }: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const world = await seedRules(db, isQuick ? 60 : 300, isQuick ? 33 : 34);
    const headers = await seedMerchant(db, readerId, 1);
    await seedCampaigns(db, readerId, "cmp_", 500);
    await driver.query("vacuum analyze", []);
    const firstAt = new Date();
    const evaluate = evaluateMerchant(openDeps());
    const run = (now: Date) => runAll(db, world, (merchantId) => evaluate(db, { merchantId, now }));
    const measure = makeMeasure(db, firstAt);
    await prepareFloor(db);
    await measure(run);
    await measure((now) => runFloor(db, { now, firstAt }));
    const product: number[] = [];
    const floor: number[] = [];
    const heaps: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      product.push(await measure(run));
      floor.push(await measure((now) => runFloor(db, { now, firstAt })));
      global.gc?.();
      heaps.push(process.memoryUsage().heapUsed / 1e6);
    }
    await assertSameTruth(db);
    const felt = await measureOthers({ url: postgres.url, headers, seconds: isQuick ? 5 : 15 }, () =>
      measure(run),
    );
    await driver.close();
    return {
      title: "Runs of rules",
      setting:
        `${world.rules.toLocaleString("en")} live rules of ${world.merchants.length} merchants over ${world.campaigns.toLocaleString("en")} running campaigns, three windows, none of ` +
        `whose conditions is met; one merchant at a time, as the job does. The floor is one statement that decides and records ` +
        "the same for all merchants. The reader lists campaigns from a web process beside it, 40 requests a second.",
      findings: [
        atMost(
          "A run beside the floor",
          `${text(product)} and ${text(floor)} ms`,
          median(product) / median(floor),
          4,
        ),
        atMost(
          "Heap, last round beside the first",
          `${text(heaps)} MB`,
          (heaps.at(-1) ?? 0) / (heaps[0] ?? 1),
          1.2,
        ),
        atMost(
          "Others' p99 meanwhile",
          `${felt.meanwhile.toFixed(1)} and ${felt.quiet.toFixed(1)} ms`,
          felt.meanwhile / felt.quiet,
          2,
        ),
        informational("Rules a second", "", `${Math.round(world.rules / (median(product) / 1_000))}`),
      ],
      raw: { product, floor, heaps, felt },
    };
  } finally {
    await postgres.stop();
  }
}

/** The modules below, as the product wires them; nothing here acts or asks, so nobody is written to. */
function openDeps(): Parameters<typeof evaluateMerchant>[0] {
  const systemClock = { now: () => new Date() };
  const unused = (): never => {
    throw new Error("no rule of this benchmark acts");
  };
  const adAccounts = makeAdAccountsFacade({ bindAdPlatform: unused, systemClock });
  return {
    campaigns: makeCampaignsFacade({ adAccounts, wallet: unused as never, stores: unused as never }),
    figures: makeFiguresFacade({ systemClock }),
    seasons: makeSeasonsFacade(),
    stores: makeStoresFacade(),
    systemClock,
    merchants: { loadMobile: unused, loadLanguage: unused },
    messages: { translate: unused, has: unused },
    texts: { queueText: unused, findTexts: unused, findProvenNumbers: unused, hasWhatsApp: false },
    questionLinks: { toPath: unused, read: unused },
  };
}

async function runAll(db: Db, { merchants }: RulesWorld, evaluate: (id: string) => Promise<void>) {
  for (const id of merchants) await evaluate(id);
  const { due } = await db.one<{ due: number }>(sql`
    select count(*)::int as due from rules.control_rules where next_run_at <= now() and status = 'active'`);
  if (due > 0) throw new Error(`${due} rules were not evaluated`);
}

/** Each run is a second later than the one before, with all rules due. */
function makeMeasure(db: Db, firstAt: Date) {
  let runs = 0;
  return async (work: (now: Date) => Promise<unknown>): Promise<number> => {
    runs += 1;
    const now = new Date(firstAt.getTime() + runs * 1_000);
    await makeDue(db, now);
    const start = performance.now();
    await work(now);
    return performance.now() - start;
  };
}

const prepareFloor = (db: Db) =>
  db.run(sql`create table rules.floor (like rules.evaluations including defaults including indexes)`);

/** Sums of each rule's window, its decision, its record, and its next time: one statement for all merchants. */
function runFloor(db: Db, { now: at, firstAt }: { now: Date; firstAt: Date }): Promise<number> {
  const today = toRiyadhDay(at);
  return db.run(sql`
    with due as (
      select rules.*, campaign.id as campaign_id, campaign.daily_budget_halalas, poll.read_at
      from rules.control_rules rules
        join campaigns.campaigns campaign
          on campaign.merchant_id = rules.merchant_id and campaign.id = any(rules.campaign_ids) and campaign.status = 'active'
        left join figures.account_polls poll on poll.ad_account_id = campaign.ad_account_id
      where rules.status = 'active' and next_run_at <= ${at}
    ), sums as (
      select campaign_id, days, sum(impressions) as impressions, sum(clicks) as clicks, sum(spend_halalas) as spend,
        sum(sales_placed_halalas) as sales
      from figures.campaign_days, unnest(array[1, 3, 7]) days
      where day between ${addDays(today, -7)} and ${addDays(today, -1)} and day >= ${today}::date - days
      group by campaign_id, days
    ), seen as (
      select due.*, coalesce(spend, 0) as spend, coalesce(sales, 0) as sales, coalesce(clicks, 0) as clicks,
        coalesce(impressions, 0) as impressions,
        case target when 'spend' then spend when 'sales' then sales
          else case when spend > 0 then round(sales * 100 / spend) end end as value_seen
      from due left join sums on sums.campaign_id = due.campaign_id and days = window_days
    ), decided as (
      select *, case
        when read_at is null or (impressions = 0 and spend = 0) then 'no_figures'
        when read_at < ${at}::timestamptz - interval '3 hours' then 'figures_stale'
        when spend < min_spend_halalas then 'spend_too_small'
        when clicks < min_clicks then 'clicks_too_few'
        when value_seen is null then 'nothing_to_divide'
        when case comparison when 'less' then value_seen < value else value_seen > value end then 'acted'
        else 'not_met' end as decision
      from seen
    ), next as (
      update rules.control_rules set next_run_at = ${at}::timestamptz + interval '15 minutes'
      from due where control_rules.merchant_id = due.merchant_id and control_rules.id = due.id
    )
    insert into rules.floor (merchant_id, rule_id, campaign_id, first_at, last_at, times, decision, conditions,
      spend_halalas, sales_halalas, clicks, read_at)
    select merchant_id, id, campaign_id, ${firstAt}, ${at}, 1, decision,
      jsonb_build_array(jsonb_build_object('join', null, 'target', target, 'comparison', comparison, 'basis', basis,
        'value', value, 'seen', value_seen)), spend, sales, clicks, read_at
    from decided
    on conflict (merchant_id, rule_id, campaign_id, first_at) do update set times = floor.times + 1,
      last_at = excluded.last_at, read_at = excluded.read_at`);
}

/** The floor would be no floor if it decided anything else. */
async function assertSameTruth(db: Db): Promise<void> {
  const { differ, same } = await db.one<{ differ: number; same: number }>(sql`
    select count(*) filter (where one.decision is distinct from other.decision
        or one.conditions is distinct from other.conditions or one.spend_halalas is distinct from other.spend_halalas)::int
        as differ,
      count(*)::int as same
    from rules.evaluations one full join rules.floor other using (merchant_id, rule_id, campaign_id)`);
  if (differ > 0 || same === 0) throw new Error(`${differ} of ${same} decisions differ from the floor's`);
}

type Reader = { url: string; headers: { authorization: string }; seconds: number };

/** The p99 of another merchant's list, quiet and while all rules are evaluated again and again. */
async function measureOthers({ url, headers, seconds }: Reader, run: () => Promise<number>) {
  const product = await startProduct({ ROLE: "web", DATABASE_URL: url, DATA_DIR: makeTempFolder() });
  const plan = {
    port: product.port,
    path: "/Clients/Campaigns/index",
    headers,
    expect: 200,
    connections: 8,
    seconds,
  };
  await load({ ...plan, perSecond: 40, seconds: 3 });
  const { p99: quiet } = await load({ ...plan, perSecond: 40 });
  let isOver = false;
  const evaluating = (async () => {
    while (!isOver) await run();
  })();
  const { p99: meanwhile } = await load({ ...plan, perSecond: 40 });
  isOver = true;
  await evaluating;
  await product.stop();
  return { quiet, meanwhile };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, another) => one - another)[Math.floor(values.length / 2)] ?? 0;
const text = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(", ");
