import { type Context, type ReadContext, systemContext, systemTxContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { findNextCheck, listEndingSoon } from "../domain/licence-ends.ts";
import { findDueCheck, listLicences, lockCheck, setCheck } from "./ad-licences.store.ts";
import { campaignsWithSync } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { listAdsToRun, loadValidLicences, matchLicences } from "./require-licences.ts";
import { stop } from "./stop-campaign.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "wallet">;
const batchSize = 100;

/**
 * Pauses the running campaigns of merchants of whom a licence has ended or was changed, where words of an ad need a
 * licence that none valid gives, and warns of ends that come. One merchant's fault does not keep the others from it.
 */
export const endLicences =
  (deps: Deps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const faults: unknown[] = [];
    let after = "";
    for (;;) {
      const due = await findDueCheck(db, { now, after });
      if (!due) break;
      after = due.merchant_id;
      try {
        await pauseUnlicensed(deps)(systemContext(db, due.merchant_id, now));
        await db.transaction((tx) => finish(systemTxContext(tx, due.merchant_id, now), due.due_at));
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, "licences of some merchants were not checked");
  };

/** Reads all that run in batches, and locks each that must be paused alone. */
const pauseUnlicensed =
  (deps: Deps) =>
  async (ctx: ReadContext): Promise<void> => {
    for (let after = ""; ; ) {
      const batch = await ctx.db.many<CampaignRecord>(sql`
        select * from ${campaignsWithSync}
        where merchant_id = ${ctx.actor.merchantId} and status = 'active' and id > ${after}
        order by id limit ${batchSize}`);
      for (const { id } of await listUnlicensed(deps)(ctx, batch)) await pauseUnlicensedOne(deps)(ctx, id);
      if (batch.length < batchSize) return;
      after = batch.at(-1)?.id ?? after;
    }
  };

const pauseUnlicensedOne =
  (deps: Deps) =>
  (ctx: ReadContext, id: string): Promise<void> =>
    ctx.db.transaction(async (tx) => {
      const locked = systemTxContext(tx, ctx.actor.merchantId, ctx.now);
      const running = await tx.many<CampaignRecord>(sql`
        select * from ${campaignsWithSync}
        where id = ${id} and merchant_id = ${ctx.actor.merchantId} and status = 'active' for update`);
      for (const campaign of await listUnlicensed(deps)(locked, running))
        await stop(deps)(locked, campaign, { action: "pause", reason: "licence" });
    });

/** Those with a running ad whose words need a licence that none valid gives. */
const listUnlicensed =
  ({ adAccounts }: Deps) =>
  async (ctx: ReadContext, campaigns: readonly CampaignRecord[]): Promise<CampaignRecord[]> => {
    const valid = await loadValidLicences(ctx);
    const ids = campaigns.map(({ id }) => id);
    const ads = Map.groupBy(await listAdsToRun(ctx, ids), ({ campaign_id }) => campaign_id);
    const match = matchLicences({ adAccounts });
    return campaigns.filter(
      (campaign) => match(campaign, { ads: ads.get(campaign.id) ?? [], valid }).problems.length > 0,
    );
  };

/** Warns, and sets when the next check is due. A licence that was changed meanwhile has its own check. */
async function finish(ctx: Context, dueAt: Date): Promise<void> {
  if (!(await lockCheck(ctx, dueAt))) return;
  const licences = await listLicences(ctx);
  for (const { id, ends_on } of listEndingSoon(licences, { from: dueAt, now: ctx.now }))
    await ctx.tx.publish({
      name: "campaign.licence_ends_soon",
      merchant_id: ctx.actor.merchantId,
      licence_id: id,
      ends_on,
    });
  await setCheck(ctx, findNextCheck(licences, ctx.now));
}
