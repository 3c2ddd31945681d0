import type { ReadContext } from "#base/server/context.ts";
import { type Messages, toMessageKey } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { type Problem as AnyProblem, Refusal } from "#base/shared/refusals.ts";
import type { BulkBody, BulkPreview, BulkPreviewItem } from "../contract/bulk.ts";
import { checkBudget } from "../contract/check-campaign.ts";
import { computeRequiredReserve } from "../contract/cost.ts";
import { type BulkStatusAction, duplicateMax } from "../contract/enums.ts";
import { applyBudgetChange } from "../domain/budget-change.ts";
import { toSingleAction, transition } from "../domain/status.ts";
import { listCampaignsByIds, loadCampaignTrees } from "./campaigns.store.ts";
import { copyCampaign } from "./copy-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { chooseCopyName, findCopyProblems } from "./duplicate-campaign.ts";
import type { CampaignRecord, CampaignTree } from "./records.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { toCostFacts } from "./reserve.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "media"> & { messages: Messages };
type Input = { body: BulkBody; suffix: string; language: Language };
/** What would become of one campaign. */
type Outcome = Partial<Omit<BulkPreviewItem, "problem">> & { problem: AnyProblem | null };

/**
 * What a bulk change would do to each campaign, by the same rules that carry it out. Money is looked at when it comes to
 * a campaign: what a wallet covers depends on those before it.
 */
export const previewBulk =
  (deps: Deps) =>
  async (ctx: ReadContext, { body, suffix, language }: Input): Promise<BulkPreview> => {
    const rows = await listCampaignsByIds(ctx, body.ids);
    const outcomes =
      body.action === "duplicate"
        ? await previewCopies(deps)(ctx, { rows, target: body.target, suffix })
        : rows.map((row) =>
            body.action === "budget"
              ? previewBudget(deps, ctx, row, applyBudgetChange(row.daily_budget_halalas, body.change))
              : previewStatus(deps, ctx, row, body.action),
          );
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

function previewStatus(deps: Deps, ctx: ReadContext, row: CampaignRecord, bulk: BulkStatusAction): Outcome {
  return orProblem(() => {
    const action = toSingleAction(bulk, row.status);
    if (action === null) return {};
    const status_after = transition(row.status, action).status;
    return {
      status_after,
      reserve_growth_halalas: status_after === "active" ? toReserveGrowth(deps, ctx, row) : 0,
    };
  });
}

function previewBudget(deps: Deps, ctx: ReadContext, row: CampaignRecord, budget: number): Outcome {
  const after = { ...row, daily_budget_halalas: budget, drift_daily_budget_halalas: null };
  const changed = { daily_budget_after_halalas: budget };
  const outcome = orProblem(() => {
    refuseIfClosed(row);
    refuseProblems(checkBudget(budget, requireCapabilities(deps.adAccounts, row)));
    return row.status === "active" ? { reserve_growth_halalas: toReserveGrowth(deps, ctx, after) } : {};
  });
  return { ...changed, ...outcome };
}

/** What must be there in addition for the campaign to run as it is in `row`. */
function toReserveGrowth({ adAccounts }: Deps, ctx: ReadContext, row: CampaignRecord): number {
  const needed = computeRequiredReserve(toCostFacts(row, adAccounts), ctx.now);
  return Math.max(0, needed - row.reserve_halalas);
}

type Copies = {
  rows: readonly CampaignRecord[];
  target: Extract<BulkBody, { action: "duplicate" }>["target"];
  suffix: string;
};

const previewCopies =
  (deps: Deps) =>
  async (ctx: ReadContext, { rows, target, suffix }: Copies): Promise<Outcome[]> => {
    const shown = rows.slice(0, duplicateMax);
    const trees = await loadCampaignTrees(ctx, shown.map(({ id }) => id));
    const byId = new Map(trees.map((tree) => [tree.campaign.id, tree]));
    const outcomes: Outcome[] = [];
    const preview = previewCopy(rememberReads(deps));
    for (const row of shown) {
      const tree = byId.get(row.id) ?? { campaign: row, adGroups: [], ads: [] };
      outcomes.push(await preview(ctx, { tree, target, suffix }));
    }
    return outcomes;
  };

/** Many ads have the same file, and all of them the same stores: each is read once for one preview. */
function rememberReads({ media, stores, ...deps }: Deps): Deps {
  const files = new Map<string, ReturnType<typeof media.findMediaFile>>();
  let hosts: ReturnType<typeof stores.listRegisteredHosts> | undefined;
  return {
    ...deps,
    media: {
      findMediaFile(ctx, id) {
        const file = files.get(id) ?? media.findMediaFile(ctx, id);
        files.set(id, file);
        return file;
      },
    },
    stores: {
      ...stores,
      listRegisteredHosts(ctx) {
        hosts ??= stores.listRegisteredHosts(ctx);
        return hosts;
      },
    },
  };
}

const previewCopy =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    { tree, target, suffix }: Omit<Copies, "rows"> & { tree: CampaignTree },
  ): Promise<Outcome> => {
    const { campaign } = tree;
    const name = await chooseCopyName(ctx, campaign.name, suffix);
    try {
      const { fields, adGroups, dropped } = copyCampaign(deps.adAccounts, { tree, target, name, now: ctx.now });
      const [problem = null] = await findCopyProblems(deps)(ctx, { fields, adGroups, dropped });
      const { platform, daily_budget_halalas: daily_budget_after_halalas } = fields;
      return { name, platform, status_after: "created", daily_budget_after_halalas, dropped, problem };
    } catch (error) {
      return { name, problem: toProblem(error) };
    }
  };

function orProblem(decide: () => Omit<Outcome, "problem">): Outcome {
  try {
    return { ...decide(), problem: null };
  } catch (error) {
    return { problem: toProblem(error) };
  }
}

/** A refusal's first reason; anything else is a bug and is thrown on. */
function toProblem(error: unknown): AnyProblem {
  if (!(error instanceof Refusal)) throw error;
  return { code: error.code, params: error.params };
}
