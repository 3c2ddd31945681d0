import { setTimeout as rest } from "node:timers/promises";
import { type Context, type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { yieldToRequests } from "#base/server/yield-to-requests.ts";
import { type ClickFacts, classifyVisitor, ruleVersion } from "../domain/visitor.ts";
import { type AttributeOrdersDeps, attributeOrders } from "./attribute-orders.ts";
import { type ClassifiedClick, listClicksAfter } from "./clicks.store.ts";
import { judgeClicks } from "./judge-clicks.ts";
import {
  addRestatedPage,
  finishRestatement,
  listOpenRestatements,
  lockRestatement,
  openRestatements,
} from "./restatements.store.ts";
import { rollUpClicks } from "./roll-up-clicks.ts";

type Rules = { classify: typeof classifyVisitor; version: number };

/** Clicks in one transaction: short ones, so that the log the database writes for it is soon on the disk. */
const pageSize = 500;
const merchantsAtOnce = 100;
/** The rest after a page, as a multiple of the time it took: redirects may be answered by another process. */
const restPerWork = 1;

/**
 * Classifies every click of an older rule version again, updates the day figures and records how many moved. Merchants
 * take turns page by page, so that one with a million clicks holds up nobody; each page is a transaction, and what was
 * interrupted goes on where it was. It takes at most half of the database's time, and no row that a click waits for.
 */
export const restateClicks =
  (deps: AttributeOrdersDeps, rules: Rules = { classify: classifyVisitor, version: ruleVersion }) =>
  async (db: Db, { now, signal }: { now: Date; signal?: AbortSignal }): Promise<void> => {
    const { version } = rules;
    await rollUpClicks(db, { signal });
    await openRestatements(db, { version, now });
    for (let after = ""; !signal?.aborted; ) {
      const merchants = await listOpenRestatements(db, { version, after, limit: merchantsAtOnce });
      if (merchants.length === 0 && after === "") return;
      for (const merchantId of merchants) {
        if (signal?.aborted) return;
        await yieldToRequests();
        const beganAt = performance.now();
        const ctx = systemContext(db, merchantId, now);
        const isRead = await transact(ctx, (ctx) => restatePage(deps, rules, ctx));
        if (isRead) await finish(ctx, version);
        await rest((performance.now() - beganAt) * restPerWork);
      }
      after = merchants.length < merchantsAtOnce ? "" : (merchants.at(-1) ?? "");
    }
  };

/** True when it was the merchant's last page. */
async function restatePage(deps: AttributeOrdersDeps, rules: Rules, ctx: Context): Promise<boolean> {
  const { version } = rules;
  const restatement = await lockRestatement(ctx, version);
  if (!restatement) return false;
  const clicks = await listClicksAfter(ctx, { cursor: restatement.cursor, version, limit: pageSize });
  const verdicts = clicks.flatMap((click) => {
    const verdict = rules.classify(toFacts(click));
    if (verdict.visitor === click.visitor && verdict.why === click.why) return [];
    return [{ ...verdict, click_id: click.click_id, clicked_at: click.clicked_at, before: click.visitor }];
  });
  const moved = await judgeClicks(ctx, { verdicts, version });
  const changedSides = verdicts.filter(({ visitor, before }) => visitor !== before);
  await attributeAgain(
    deps,
    ctx,
    changedSides.map(({ click_id }) => click_id),
  );
  const last = clicks.at(-1);
  if (last)
    await addRestatedPage(ctx, {
      version,
      read: clicks.length,
      moved,
      reached: { at: last.clicked_at, id: last.click_id },
    });
  return clicks.length < pageSize;
}

/** The event says that the figures of these days are to be read again: so what has moved is counted before. */
async function finish(ctx: ReadContext & { db: Db }, version: number): Promise<void> {
  await rollUpClicks(ctx.db);
  await transact(ctx, async (ctx) => {
    const days = await finishRestatement(ctx, version);
    if (!days || days.first_day === null || days.last_day === null) return;
    await ctx.tx.publish({
      name: "tracking.clicks_restated",
      merchant_id: ctx.actor.merchantId,
      rule_version: version,
      first_day: days.first_day,
      last_day: days.last_day,
    });
  });
}

/** A first click must be a person's: orders credited to one that moved are attributed again. */
export async function attributeAgain(
  deps: AttributeOrdersDeps,
  ctx: Context,
  clickIds: readonly string[],
): Promise<void> {
  if (clickIds.length === 0) return;
  const orders = await ctx.tx.many<{ order_id: string }>(sql`
    select distinct order_id from tracking.order_credits
    where merchant_id = ${ctx.actor.merchantId} and model = 'first_click' and click_id = any(${[...clickIds]}::text[])`);
  if (orders.length === 0) return;
  await attributeOrders(deps)(ctx, { orderIds: orders.map(({ order_id }) => order_id), again: true });
}

export const toFacts = (click: ClassifiedClick): ClickFacts => ({
  method: click.method,
  userAgent: click.user_agent,
  acceptLanguage: click.accept_language,
  purpose: click.purpose,
  nthInMinute: click.nth_in_minute,
  network: click.network,
  linksAtOnce: click.links_at_once,
  unopenedVisits: click.unopened_visits,
});
