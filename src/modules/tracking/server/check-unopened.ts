import { type Context, systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { yieldToRequests } from "#base/server/yield-to-requests.ts";
import { addDays, type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { classifyVisitor, ruleVersion } from "../domain/visitor.ts";
import type { AttributeOrdersDeps } from "./attribute-orders.ts";
import { markUnopenedVisits } from "./clicks.store.ts";
import { judgeClicks } from "./judge-clicks.ts";
import { attributeAgain, toFacts } from "./restate-clicks.ts";
import { rollUpClicks } from "./roll-up-clicks.ts";

/** A page reports within seconds; a click younger than this may still be loading. */
const waitMs = 15 * 60_000;

/**
 * Looks at the clicks of today and yesterday on links whose pages report that they are opened: an address and browser
 * whose clicks on a link never opened one are marked, and judged again. Merchants whose pages report nothing cost one
 * probe of an index.
 */
export const checkUnopened =
  (deps: AttributeOrdersDeps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const days = [addDays(toRiyadhDay(now), -1), toRiyadhDay(now)];
    const merchants = await listReportingMerchants(db, startOfRiyadhDay(days[0] ?? toRiyadhDay(now)));
    for (const merchantId of merchants) {
      for (const day of days) {
        await yieldToRequests();
        await transact(systemContext(db, merchantId, now), (ctx) => checkDay(deps, ctx, day));
      }
    }
    await rollUpClicks(db);
  };

async function listReportingMerchants(db: Db, since: Date): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select distinct merchant_id from tracking.clicks where page_opened_at is not null and clicked_at >= ${since}`);
  return rows.map(({ merchant_id }) => merchant_id).sort();
}

async function checkDay(deps: AttributeOrdersDeps, ctx: Context, day: RiyadhDay): Promise<void> {
  const [from, end] = [startOfRiyadhDay(day), startOfRiyadhDay(addDays(day, 1))];
  const until = new Date(Math.min(end.getTime(), ctx.now.getTime() - waitMs));
  if (until <= from) return;
  const clicks = await markUnopenedVisits(ctx, { from, until });
  const verdicts = clicks.flatMap((click) => {
    const verdict = classifyVisitor(toFacts(click));
    if (verdict.visitor === click.visitor && verdict.why === click.why) return [];
    return [{ ...verdict, click_id: click.click_id, clicked_at: click.clicked_at }];
  });
  await judgeClicks(ctx, { verdicts, version: ruleVersion });
  await attributeAgain(
    deps,
    ctx,
    verdicts.map(({ click_id }) => click_id),
  );
}
