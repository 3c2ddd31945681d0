import { z } from "zod";
import type { Context, ReadContext } from "#base/server/context.ts";
import {
  defineOperation,
  type ItemChange,
  type OperationDefinition,
} from "#base/server/operations/define-operation.ts";
import { startOperation } from "#base/server/operations/start-operation.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { type BulkBody, budgetChange } from "../contract/bulk.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { BulkStatusAction } from "../contract/enums.ts";
import { applyBudgetChange } from "../domain/budget-change.ts";
import { toSingleAction, transition } from "../domain/status.ts";
import { findCampaign, listNames, lockCampaign } from "./campaigns.store.ts";
import { setBudget } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { duplicateCampaign } from "./duplicate-campaign.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";
import { stopCampaign } from "./stop-campaign.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts" | "stores" | "tracking" | "media">;

const statusInput = z.object({ ids: z.array(z.string()) });
const budgetInput = statusInput.extend({ change: budgetChange });
const duplicateInput = statusInput.extend({
  target: z.object({ platform: z.enum(platforms), ad_account_id: z.string() }).nullable(),
  /** The word behind a copy's name, in the language of who copies. */
  suffix: z.string(),
});

/** What all of them share: the campaigns in the merchant's order, and their names. */
const common = {
  ability: { subject: "campaign", action: "manage" } as const,
  listItems: async (_ctx: Context, { ids }: z.infer<typeof statusInput>) => ids,
  loadTitles: (ctx: ReadContext, ids: readonly string[]) => listNames(ctx, ids),
};

/**
 * Changes of many campaigns at once, by kind. Each campaign is refused for its own reason (no card, not enough money,
 * wrong status); one that already is as wished counts as done, and an undo leaves it alone. What ends a campaign cannot
 * be undone.
 */
export function bulkOperations(deps: Deps): OperationDefinition[] {
  return Object.values(defineAll(deps));
}

function defineAll(deps: Deps) {
  const status = (action: BulkStatusAction, undo?: BulkStatusAction) =>
    defineOperation({
      ...common,
      kind: `campaigns.${action}`,
      input: statusInput,
      runItem: runStatus(deps, action),
      ...(undo ? { undoItem: runStatus(deps, undo) } : {}),
    });
  return {
    pause: status("pause", "start"),
    start: status("start", "pause"),
    archive: status("archive"),
    delete: status("delete"),
    budget: defineOperation<z.infer<typeof budgetInput>>({
      ...common,
      kind: "campaigns.budget",
      input: budgetInput,
      runItem: runBudget(deps),
      undoItem: undoBudget(deps),
    }),
    duplicate: defineOperation<z.infer<typeof duplicateInput>>({
      ...common,
      kind: "campaigns.duplicate",
      input: duplicateInput,
      runItem: (ctx, campaignId, { target, suffix }) =>
        duplicateOne(deps)(ctx, { campaignId, target, suffix }),
      undoItem: undoDuplicate(deps),
    }),
  };
}

/** Starts the operation that a request describes. `suffix` is what follows a copy's name. */
export const startBulk = (deps: Deps) => {
  const operations = defineAll(deps);
  return (ctx: Context, body: BulkBody, suffix: string): Promise<OperationRow> => {
    if (body.action === "budget") return startOperation(ctx, operations.budget, body);
    if (body.action === "duplicate") return startOperation(ctx, operations.duplicate, { ...body, suffix });
    return startOperation(ctx, operations[body.action], { ids: body.ids });
  };
};

/** Carries a change of status out on one campaign; null when it had the status already. */
const runStatus =
  (deps: Deps, bulk: BulkStatusAction) =>
  async (ctx: Context, campaignId: string): Promise<ItemChange | null> => {
    const { status } = await lockCampaign(ctx, campaignId);
    const action = toSingleAction(bulk, status);
    if (action === null) return null;
    if (action === "start") await startCampaign(deps)(ctx, { campaignId });
    else if (action === "relaunch") await relaunchCampaign(deps)(ctx, { campaignId });
    else await stopCampaign(deps)(ctx, { campaignId, action });
    return { before: { status }, after: { status: transition(status, action).status } };
  };

const runBudget =
  (deps: Deps) =>
  async (
    ctx: Context,
    campaignId: string,
    { change }: z.infer<typeof budgetInput>,
  ): Promise<ItemChange | null> => {
    const campaign = await lockCampaign(ctx, campaignId);
    const before = campaign.daily_budget_halalas;
    const after = applyBudgetChange(before, change);
    if (!(await setBudget(deps)(ctx, campaign, after)) || after === before) return null;
    return { before: toBudget(before), after: toBudget(after) };
  };

/** A budget that was changed again meanwhile stays: it is a later decision. */
const undoBudget =
  (deps: Deps) =>
  async (ctx: Context, campaignId: string, { before, after }: ItemChange): Promise<ItemChange | null> => {
    const campaign = await lockCampaign(ctx, campaignId);
    const [original, changed] = [readBudget(before), readBudget(after)];
    if (campaign.daily_budget_halalas !== changed) campaignsRefusals.refuse("campaigns.changed_since");
    await setBudget(deps)(ctx, campaign, original);
    return { before: toBudget(changed), after: toBudget(original) };
  };

const toBudget = (halalas: number) => ({ daily_budget_halalas: halalas });
const readBudget = (change: object): number =>
  z.object({ daily_budget_halalas: z.number() }).parse(change).daily_budget_halalas;

const duplicateOne =
  (deps: Deps) =>
  async (ctx: Context, input: Parameters<ReturnType<typeof duplicateCampaign>>[1]): Promise<ItemChange> => {
    const { id } = await duplicateCampaign(deps)(ctx, input);
    return { before: { copy: null }, after: { copy: id } };
  };

/** Deletes the copy, unless it was started meanwhile: then it is a campaign of its own. */
const undoDuplicate =
  (deps: Deps) =>
  async (ctx: Context, _original: string, { before, after }: ItemChange): Promise<ItemChange | null> => {
    const { copy } = z.object({ copy: z.string() }).parse(after);
    const found = await findCampaign(ctx, copy);
    if (!found || found.status === "deleted") return null;
    const { status } = await lockCampaign(ctx, copy);
    if (status !== "created") campaignsRefusals.refuse("campaigns.changed_since");
    await stopCampaign(deps)(ctx, { campaignId: copy, action: "delete" });
    return { before: after, after: before };
  };
