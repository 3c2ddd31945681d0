import { systemContext, transact } from "#base/server/context.ts";
import { type Db, type Driver, makeDb, sql } from "#base/server/db/db.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { classifyVisitor } from "#modules/tracking/domain/visitor.ts";
import { attributeOrders } from "#modules/tracking/server/attribute-orders.ts";
import { makeMonths } from "#modules/tracking/server/make-months.ts";
import { restateClicks } from "#modules/tracking/server/restate-clicks.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, load, startLoad } from "./kit/load.ts";
import { makeTempFolder, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, type Pace, type Report } from "./kit/report.ts";
import { attributionDay, seedAttributionDay, seedOldClicks } from "./kit/seed-attribution.ts";
import { firstLink, linkCount, phone, seedLinks } from "./kit/seed-links.ts";

const clicksADay = 50_000;
const ordersADay = 5_000;
const pageSize = 500;
const stores = makeStoresFacade();

/** A day's orders attributed, the same day again, and old clicks restated while shoppers follow links. */
export async function attribution(pace: Pace): Promise<Report> {
  const oldClicks = pace.isQuick ? 200_000 : 1_000_000;
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    await makeMonths(db, { now: attributionDay });
    const day = await measureDays(driver, db, pace);
    await seedLinks(driver);
    await seedOldClicks(driver, oldClicks);
    const product = await startProduct({
      ROLE: "redirect",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
    });
    const restated = await measureRestating(db, product.port, { pace });
    await product.stop();
    await driver.close();
    return {
      title: "Attribution",
      setting:
        `A merchant's day of ${clicksADay.toLocaleString("en")} clicks and ${ordersADay.toLocaleString("en")} orders (half with a ` +
        "click id, a fifth with a campaign's coupon, some with both) attributed in pages of 500, as events and jobs do, and once " +
        `more with nothing new. ${oldClicks.toLocaleString("en")} older clicks of a hundred merchants judged again by a rule that ` +
        "moves a tenth of them, and those of the days before, in this process, while the whole product (`ROLE=redirect`) answers 500 redirects a second.",
      findings: [...day.findings, ...restated.findings],
      raw: { day: day.raw, restated: restated.raw },
    };
  } finally {
    await postgres.stop();
  }
}

async function measureDays(driver: Driver, db: Db, { isQuick }: Pace) {
  const rounds: { first: number; again: number }[] = [];
  for (let round = 0; round < (isQuick ? 2 : 3); round += 1) {
    const merchantId = `mer_day_${round}`;
    const orderIds = await seedAttributionDay(driver, db, {
      merchantId,
      clicks: clicksADay,
      orders: ordersADay,
    });
    const attributeDay = async () => {
      const attribute = attributeOrders({ stores });
      const began = performance.now();
      for (let from = 0; from < orderIds.length; from += pageSize) {
        await transact(systemContext(db, merchantId, attributionDay), (ctx) =>
          attribute(ctx, { orderIds: orderIds.slice(from, from + pageSize) }),
        );
      }
      return (performance.now() - began) / 1_000;
    };
    rounds.push({ first: await attributeDay(), again: await attributeDay() });
  }
  const first = median(rounds.map((round) => round.first));
  const again = median(rounds.map((round) => round.again));
  const findings: Finding[] = [
    atMost("A day attributed", `${first.toFixed(2)} s`, first, 10, "s"),
    atMost(
      "The same day again, nothing new",
      `${again.toFixed(3)} s beside ${first.toFixed(2)} s`,
      again / first,
      0.1,
    ),
  ];
  return { findings, raw: rounds };
}

/** Judges a tenth of the older clicks as bots: those whose language is `ar-9`. */
const newRule: typeof classifyVisitor = ({ acceptLanguage }) =>
  acceptLanguage === "ar-9" ? { visitor: "bot", why: "no_language" } : { visitor: "person", why: "browser" };

async function measureRestating(db: Db, port: number, { pace }: { pace: Pace }) {
  const plan: LoadPlan = {
    port,
    path: "/t/{n}",
    from: firstLink,
    count: linkCount,
    headers: phone,
    expect: 302,
    connections: 64,
    seconds: pace.isQuick ? 8 : 20,
    perSecond: 500,
  };
  await load({ ...plan, seconds: 3 });
  const alone = await load(plan);
  const during = startLoad({ ...plan, seconds: pace.isQuick ? 8 : 45 });
  const began = performance.now();
  await restateClicks({ stores }, { classify: newRule, version: 90 })(db, { now: attributionDay });
  const seconds = (performance.now() - began) / 1_000;
  const busy = await during.done;
  const { read, moved } = await countRestated(db);
  const perMillion = (seconds * 1_000_000) / read;
  const findings: Finding[] = [
    atMost(
      "A million clicks restated",
      `${read.toLocaleString("en")} in ${seconds.toFixed(1)} s, ${moved.toLocaleString("en")} moved`,
      perMillion,
      60,
      "s",
    ),
    atMost(
      "99th percentile of redirects meanwhile, beside alone",
      `${busy.p99.toFixed(1)} ms beside ${alone.p99.toFixed(1)} ms`,
      busy.p99 / alone.p99,
      2,
    ),
    {
      what: "Redirects that failed meanwhile, beside alone",
      figures: `${busy.failed} of ${busy.answered + busy.failed} beside ${alone.failed} of ${alone.answered + alone.failed}`,
      result: busy.firstFailure ?? "none",
      goal: "no more than alone",
      isMet: busy.failed <= alone.failed,
    },
  ];
  return { findings, raw: { seconds, moved, alone, busy } };
}

async function countRestated(db: Db): Promise<{ read: number; moved: number }> {
  return db.one(
    sql`select sum(clicks_read)::int as read, sum(clicks_moved)::int as moved from tracking.restatements where rule_version = 90`,
  );
}
