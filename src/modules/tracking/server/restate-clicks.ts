import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { classifyVisitor, ruleVersion, type Verdict } from "../domain/visitor.ts";

type Row = {
  merchant_id: string;
  clicked_at: Date;
  click_id: string;
  campaign_id: string;
  ad_id: string;
  method: string;
  user_agent: string;
  accept_language: string;
  purpose: string;
  nth_in_minute: number;
  visitor: Verdict["visitor"];
};

type Rules = { classify: typeof classifyVisitor; version: number };

const batch = 500;

/**
 * Classifies every click of an older rule version again and updates the day figures. Resumes after an interruption. The
 * number of changed clicks is stored.
 */
export const restateClicks =
  ({ classify, version }: Rules = { classify: classifyVisitor, version: ruleVersion }) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const done = await db.maybeOne(sql`select 1 from tracking.restatements where rule_version = ${version}`);
    if (done) return;
    let moved = 0;
    for (let read = batch; read === batch; ) {
      const outcome = await db.transaction((tx) => restateSome(tx, { classify, version }));
      read = outcome.read;
      moved += outcome.moved;
    }
    await db.run(sql`
      insert into tracking.restatements (rule_version, clicks_moved, finished_at)
      values (${version}, ${moved}, ${now}) on conflict do nothing`);
  };

async function restateSome(tx: Tx, { classify, version }: Rules) {
  const rows = await tx.many<Row>(sql`
    select merchant_id, clicked_at, click_id, campaign_id, ad_id, method, user_agent, accept_language, purpose,
      nth_in_minute, visitor
    from tracking.clicks where rule_version < ${version} limit ${batch}`);
  let moved = 0;
  for (const row of rows) {
    const verdict = classify({
      method: row.method,
      userAgent: row.user_agent,
      acceptLanguage: row.accept_language,
      purpose: row.purpose,
      nthInMinute: row.nth_in_minute,
    });
    await tx.run(sql`
      update tracking.clicks set visitor = ${verdict.visitor}, why = ${verdict.why}, rule_version = ${version}
      where merchant_id = ${row.merchant_id} and clicked_at = ${row.clicked_at} and click_id = ${row.click_id}`);
    if (verdict.visitor === row.visitor) continue;
    moved += 1;
    const step = verdict.visitor === "person" ? 1 : -1;
    await tx.run(sql`
      update tracking.click_days set valid_clicks = valid_clicks + ${step}, bot_clicks = bot_clicks - ${step}
      where merchant_id = ${row.merchant_id} and campaign_id = ${row.campaign_id} and ad_id = ${row.ad_id}
        and day = ${toRiyadhDay(row.clicked_at)}`);
  }
  return { read: rows.length, moved };
}
