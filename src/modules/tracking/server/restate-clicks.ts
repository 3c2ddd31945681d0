import type { Db, Tx } from "#base/server/db/db.ts";
import { classifyVisitor, ruleVersion } from "../domain/visitor.ts";
import { isRestated, listClassifiedBefore, recordRestatement, saveVerdict } from "./clicks.store.ts";

type Rules = { classify: typeof classifyVisitor; version: number };

const batch = 500;

/**
 * Classifies every click of an older rule version again and updates the day figures. Resumes after an interruption. The
 * number of changed clicks is stored.
 */
export const restateClicks =
  ({ classify, version }: Rules = { classify: classifyVisitor, version: ruleVersion }) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    if (await isRestated(db, version)) return;
    let moved = 0;
    for (let read = batch; read === batch; ) {
      const outcome = await db.transaction((tx) => restateSome(tx, { classify, version }));
      read = outcome.read;
      moved += outcome.moved;
    }
    await recordRestatement(db, { version, moved, now });
  };

async function restateSome(tx: Tx, { classify, version }: Rules) {
  const clicks = await listClassifiedBefore(tx, version, batch);
  let moved = 0;
  for (const click of clicks) {
    const verdict = classify({
      method: click.method,
      userAgent: click.user_agent,
      acceptLanguage: click.accept_language,
      purpose: click.purpose,
      nthInMinute: click.nth_in_minute,
    });
    await saveVerdict(tx, click, { verdict, version });
    if (verdict.visitor !== click.visitor) moved += 1;
  }
  return { read: clicks.length, moved };
}
