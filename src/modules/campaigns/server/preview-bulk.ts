import type { ReadContext } from "#base/server/context.ts";
import { type Messages, toMessageKey } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { Problem as AnyProblem } from "#base/shared/refusals.ts";
import type { BulkBody, BulkPreview, BulkPreviewItem } from "../contract/bulk.ts";
import type { BulkStatusAction } from "../contract/enums.ts";
import { applyBudgetChange } from "../domain/budget-change.ts";
import { changeStatus } from "../domain/desired-state.ts";
import { toSingleAction, transition } from "../domain/status.ts";
import { listCampaignsByIds } from "./campaigns.store.ts";
import { findBudgetProblems } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { previewCopies } from "./preview-copies.ts";
import { type Outcome, orProblem } from "./preview-outcome.ts";
import { loadReadiness, type Readiness, refuseIfNotReady } from "./readiness.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems } from "./refuse-problems.ts";
import { rememberById } from "./remember.ts";
import { computeReserveGrowth } from "./reserve.ts";
import { noDrift } from "./sync/differences.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "media" | "wallet"> & { messages: Messages };
type Input = { body: BulkBody; suffix: string; language: Language };

/**
 * What a bulk change would do to each campaign, by the same rules that carry it out, and in the same order: each has the
 * money that those before it leave.
 */
export const previewBulk =
  (given: Deps) =>
  async (ctx: ReadContext, { body, suffix, language }: Input): Promise<BulkPreview> => {
    const deps = rememberAccounts(given);
    const rows = await listCampaignsByIds(ctx, body.ids);
    const outcomes =
      body.action === "duplicate"
        ? await previewCopies(deps)(ctx, { rows, target: body.target, suffix })
        : await previewEach(deps, ctx, rows, body);
    const explain = ({ code, params }: AnyProblem) =>
      deps.messages.translate(language, toMessageKey(code), params);
    return {
      action: body.action,
      items: rows.map((row, index) => {
        const { problem = null, ...outcome } = outcomes[index] ?? {};
        return { ...unchanged(row), ...outcome, problem: problem && explain(problem) };
      }),
    };
  };

const unchanged = (row: CampaignRecord): BulkPreviewItem => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  status: row.status,
  status_after: row.status,
  daily_budget_halalas: row.daily_budget_halalas,
  daily_budget_after_halalas: row.daily_budget_halalas,
  reserve_growth_halalas: 0,
  dropped: [],
  problem: null,
});

/** Most campaigns are in the same few ad accounts. */
function rememberAccounts({ adAccounts, ...deps }: Deps): Deps {
  const findLinkedAdAccount = rememberById((ctx, id) => adAccounts.findLinkedAdAccount(ctx, id));
  return { ...deps, adAccounts: { ...adAccounts, findLinkedAdAccount } };
}

type EachBody = Exclude<BulkBody, { action: "duplicate" }>;
type BudgetBody = Extract<BulkBody, { action: "budget" }>;

async function previewEach(
  deps: Deps,
  ctx: ReadContext,
  rows: readonly CampaignRecord[],
  body: EachBody,
): Promise<Outcome[]> {
  const preview = await choosePreview(deps, ctx, rows, body);
  const outcomes: Outcome[] = [];
  for (const row of rows) outcomes.push(await preview(row));
  return outcomes;
}

type Preview = (row: CampaignRecord) => Promise<Outcome>;

/** Reads what the campaigns share, once, as far as the change asks for it. */
async function choosePreview(
  deps: Deps,
  ctx: ReadContext,
  rows: readonly CampaignRecord[],
  body: EachBody,
): Promise<Preview> {
  if (body.action === "budget") {
    const hold = await deps.wallet.previewHolds(ctx);
    return (row) => previewBudget(deps, ctx, row, { body, hold });
  }
  if (body.action !== "start") return (row) => previewStop(row, body.action);
  const readiness = await loadReadiness(deps)(ctx, rows);
  const hold = await deps.wallet.previewHolds(ctx);
  return (row) => previewStart(deps, ctx, row, { readiness, hold });
}

const previewStop = (row: CampaignRecord, bulk: BulkStatusAction): Promise<Outcome> =>
  orProblem(() => {
    const action = toSingleAction(bulk, row.status);
    return action === null ? {} : { status_after: transition(row.status, action).status };
  });

type Hold = Awaited<ReturnType<Deps["wallet"]["previewHolds"]>>;

const previewStart = (
  { adAccounts }: Deps,
  { now }: ReadContext,
  row: CampaignRecord,
  { readiness, hold }: { readiness: Readiness; hold: Hold },
): Promise<Outcome> =>
  orProblem(() => {
    const action = toSingleAction("start", row.status);
    if (action === null) return {};
    const { campaign: running } = changeStatus(row, { action, at: now, reason: null });
    refuseIfNotReady(row, readiness, now);
    const growth = computeReserveGrowth({ ...running, ...noDrift }, adAccounts, now);
    hold({ amount_halalas: growth });
    return { status_after: running.status, reserve_growth_halalas: growth };
  });

async function previewBudget(
  deps: Deps,
  ctx: ReadContext,
  row: CampaignRecord,
  { body, hold }: { body: BudgetBody; hold: Hold },
): Promise<Outcome> {
  const budget = applyBudgetChange(row.daily_budget_halalas, body.change);
  const after = { ...row, daily_budget_halalas: budget, drift_daily_budget_halalas: null };
  const outcome = await orProblem(async () => {
    refuseIfClosed(row);
    refuseProblems(await findBudgetProblems(deps)(ctx, row, budget));
    const growth = row.status === "active" ? computeReserveGrowth(after, deps.adAccounts, ctx.now) : 0;
    if (growth > 0) hold({ amount_halalas: growth });
    return { reserve_growth_halalas: growth };
  });
  return { daily_budget_after_halalas: budget, ...outcome };
}
