import type { ReadContext } from "#base/server/context.ts";
import { type Messages, toMessageKey } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { Problem as AnyProblem } from "#base/shared/refusals.ts";
import type { BulkBody, BulkPreview, BulkPreviewItem } from "../contract/bulk.ts";
import type { BulkStatusAction } from "../contract/enums.ts";
import { applyBudgetChange } from "../domain/budget-change.ts";
import { toSingleAction, transition } from "../domain/status.ts";
import { listCampaignsByIds } from "./campaigns.store.ts";
import { findBudgetProblems } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { previewCopies } from "./preview-copies.ts";
import { type Outcome, orProblem } from "./preview-outcome.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems } from "./refuse-problems.ts";
import { rememberById } from "./remember.ts";
import { computeReserveGrowth } from "./reserve.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "media"> & { messages: Messages };
type Input = { body: BulkBody; suffix: string; language: Language };

/**
 * What a bulk change would do to each campaign, by the same rules that carry it out. Money is looked at when it comes to
 * a campaign: what a wallet covers depends on those before it.
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

async function previewEach(
  deps: Deps,
  ctx: ReadContext,
  rows: readonly CampaignRecord[],
  body: Exclude<BulkBody, { action: "duplicate" }>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows)
    outcomes.push(
      body.action === "budget"
        ? await previewBudget(deps, ctx, row, applyBudgetChange(row.daily_budget_halalas, body.change))
        : await previewStatus(deps, ctx, row, body.action),
    );
  return outcomes;
}

const previewStatus = (
  { adAccounts }: Deps,
  ctx: ReadContext,
  row: CampaignRecord,
  bulk: BulkStatusAction,
): Promise<Outcome> =>
  orProblem(() => {
    const action = toSingleAction(bulk, row.status);
    if (action === null) return {};
    const status_after = transition(row.status, action).status;
    return {
      status_after,
      reserve_growth_halalas: status_after === "active" ? computeReserveGrowth(row, adAccounts, ctx.now) : 0,
    };
  });

async function previewBudget(
  deps: Deps,
  ctx: ReadContext,
  row: CampaignRecord,
  budget: number,
): Promise<Outcome> {
  const after = { ...row, daily_budget_halalas: budget, drift_daily_budget_halalas: null };
  const outcome = await orProblem(async () => {
    refuseIfClosed(row);
    refuseProblems(await findBudgetProblems(deps)(ctx, row, budget));
    return row.status === "active"
      ? { reserve_growth_halalas: computeReserveGrowth(after, deps.adAccounts, ctx.now) }
      : {};
  });
  return { daily_budget_after_halalas: budget, ...outcome };
}
