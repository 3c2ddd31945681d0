import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeNextRun, decideSeasonStep } from "../domain/season-budget.ts";
import { auditChange } from "./campaigns.audit.ts";
import { findCampaign, takeCampaignLock } from "./campaigns.store.ts";
import { setBudget } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import {
  endSeasonBudget,
  listDueSeasonBudgets,
  listSeasonBudgetDays,
  lockSeasonBudget,
  type SeasonBudgetRecord,
  saveSeasonDay,
  saveSeasonRun,
} from "./season-budgets.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "wallet">;
type Failure = NonNullable<SeasonBudgetRecord["failure"]>;
const batchSize = 100;

/**
 * Sets the budgets of all merchants' season budgets whose day has come, each in a transaction of its own: a run that is
 * killed repeats nothing, and one that fails holds up no other. Throws the failures at the end, for the job's alarm; they
 * are due again at the next run.
 */
export const runSeasonBudgets =
  (deps: Deps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const failures: unknown[] = [];
    let after = { next_run_at: new Date(0), id: "" };
    for (;;) {
      const due = await listDueSeasonBudgets(db, { now, after, size: batchSize });
      for (const one of due) await runOne(deps)(db, one, now).catch((error) => failures.push(error));
      const last = due.at(-1);
      if (!last || due.length < batchSize) break;
      after = last;
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} season budgets could not be carried out`);
  };

const runOne =
  (deps: Deps) =>
  (
    db: Db,
    { merchant_id, campaign_id, id }: Pick<SeasonBudgetRecord, "merchant_id" | "campaign_id" | "id">,
    now: Date,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const ctx = systemTxContext(tx, merchant_id, now);
      await takeCampaignLock(ctx, campaign_id);
      const row = await lockSeasonBudget(ctx, { campaignId: campaign_id, id });
      // Another process may have carried it out meanwhile.
      if (row?.next_run_at && row.next_run_at <= now) await run(deps)(ctx, row);
    });

const run =
  (deps: Deps) =>
  async (ctx: Context, row: SeasonBudgetRecord): Promise<void> => {
    const today = toRiyadhDay(ctx.now);
    const campaign = await findCampaign(ctx, row.campaign_id);
    if (!campaign) return endSeasonBudget(ctx, { id: row.id, reason: "campaign_ended" });
    const planned = (await listSeasonBudgetDays(ctx, row.id)).find(({ day }) => day === today);
    const step = decideSeasonStep(
      {
        startsOn: row.starts_on as RiyadhDay,
        endsOn: row.ends_on as RiyadhDay,
        budgetBefore: row.budget_before_halalas,
        budgetSet: row.budget_set_halalas,
      },
      {
        status: campaign.status,
        dailyBudget: campaign.daily_budget_halalas,
        hasBudgetDrift: campaign.drift_daily_budget_halalas !== null,
      },
      { today, planned: planned?.budget_halalas },
    );
    if (step.kind === "end") {
      await auditChange(ctx, "campaign.season_budget_ended", row.campaign_id, {
        before: { season: row.season },
      });
      await publishChanged(ctx, row);
      return endSeasonBudget(ctx, { id: row.id, reason: step.reason });
    }
    const failure = step.kind === "blocked" ? "drift" : await tryBudget(deps)(ctx, campaign, step.budget);
    const isSet = failure === null && step.kind === "set";
    await saveSeasonDay(ctx, { id: row.id, day: today, isSet });
    if (failure === null && step.kind === "restore")
      return endSeasonBudget(ctx, { id: row.id, reason: "finished" });
    await saveSeasonRun(ctx, {
      id: row.id,
      budget_set_halalas: isSet ? step.budget : row.budget_set_halalas,
      failure,
      next_run_at: computeNextRun(ctx.now, { failed: failure !== null }),
    });
    if (failure !== null && failure !== row.failure) await recordFailure(ctx, row, planned?.budget_halalas);
  };

/** The way of any budget change: the wallet's reserve and the platform's limits decide. Null when it was made. */
const tryBudget =
  (deps: Deps) =>
  async (ctx: Context, campaign: CampaignRecord, budget: number): Promise<Failure | null> => {
    try {
      await setBudget(deps)(ctx, campaign, budget, "campaign.season_budget_set");
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "wallet.balance_not_enough") return "money";
      return error.code === "wallet.card_required" ? "card" : "limits";
    }
  };

/** Said once for each reason, not at every try. */
async function recordFailure(
  ctx: Context,
  row: SeasonBudgetRecord,
  budget = row.budget_before_halalas,
): Promise<void> {
  await auditChange(ctx, "campaign.season_budget_failed", row.campaign_id, {
    before: { season_budget_halalas: row.budget_set_halalas ?? row.budget_before_halalas },
    after: { season_budget_halalas: budget },
  });
  await publishChanged(ctx, row);
}

/** Open screens load the season budget again. */
function publishChanged(ctx: Context, { campaign_id }: SeasonBudgetRecord): Promise<void> {
  return ctx.tx.publish({
    name: "campaign.season_budget_changed",
    merchant_id: ctx.actor.merchantId,
    campaign_id,
  });
}
