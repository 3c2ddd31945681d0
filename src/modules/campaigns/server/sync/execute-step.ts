import type { ReadContext } from "#base/server/context.ts";
import type { BoundAdPlatform } from "#modules/ad-accounts/server/bound-ad-platform.port.ts";
import { isClosed } from "../../domain/status.ts";
import type { Node, Step } from "../../domain/sync-plan.ts";
import type { CampaignsDeps } from "../deps.ts";
import { enqueuePoll } from "../sync-jobs.ts";
import type { Lease } from "./lease.ts";
import { loadAdSpec, toAdGroupSpec, toCampaignSpec } from "./specs.ts";
import {
  type Observation,
  recordBudget,
  recordDrift,
  recordIntent,
  recordMaySpend,
  recordObserved,
} from "./sync-state.store.ts";
import { getAd, getAdGroup, isStillDesired, type SyncTree } from "./sync-tree.ts";

/** What a run of the sync carries from step to step. */
export type StepRun = {
  deps: Pick<CampaignsDeps, "adAccounts" | "media" | "conversions" | "systemClock">;
  lease: Lease;
  platform: BoundAdPlatform;
  tree: SyncTree;
  settleSeconds: number;
};
export type ExecutableStep = Extract<Step, { node: Node }>;

/**
 * Executes one step: records the intent, sends it, records what the platform confirmed. A change by the merchant since
 * the plan was made cancels the step before it is sent; a later change is left to the next plan.
 */
export async function executeStep(ctx: ReadContext, run: StepRun, step: ExecutableStep): Promise<void> {
  if (step.do === "reconcile") return reconcile(run, step);
  const { deps, lease, settleSeconds } = run;
  const write = step.do;
  const isDesired = await lease.record(async (ctx) => {
    if (!(await isStillDesired(ctx, step.node))) return false;
    if (write === "start" && step.node.level === "campaign") await recordMaySpend(ctx, step.node.id);
    await recordIntent(ctx, step.node, { write, at: deps.systemClock.now(), settleSeconds });
    return true;
  });
  if (!isDesired) return;
  const observed = await send(ctx, run, step);
  // An older write with an unknown outcome stays so: this response does not cover it.
  const unknownUntil = step.node.unknownUntil;
  await lease.record(async (ctx) => {
    const { campaign } = run.tree.records;
    await recordObserved(ctx, step.node, { ...observed, unknownUntil, at: deps.systemClock.now() });
    if (observed.version === undefined) return;
    if (step.node.level === "campaign") {
      const budget = { observed: campaign.daily_budget_halalas, drift: null };
      await recordBudget(ctx, step.node.id, budget);
    }
    if (step.node.level === "ad") await enqueuePoll(ctx, campaign, deps.systemClock.now());
  });
}

/** What is sent for each step, and what the platform's response confirms. */
async function send(
  ctx: ReadContext,
  run: StepRun,
  { do: act, node, parent }: ExecutableStep,
): Promise<Observation> {
  const { platform } = run;
  const id = node.platformId ?? "";
  switch (act) {
    case "stop":
      await platform.setStatus(node.level, id, "paused");
      return { status: "paused" };
    case "start":
      await platform.setStatus(node.level, id, "active");
      return { status: "active" };
    case "remove":
      await platform.remove(node.level, id);
      return { status: "deleted" };
    case "create": {
      const made = await sendContent(ctx, run, { node, parent }, null);
      return { platformId: made, status: "paused", version: node.desiredGeneration, createIntent: false };
    }
    default:
      await sendContent(ctx, run, { node, parent }, id);
      return { version: node.desiredGeneration };
  }
}

/** Creates the object (id null) or updates it; returns its id on the platform. */
async function sendContent(
  ctx: ReadContext,
  { deps, platform, tree }: StepRun,
  { node, parent }: Pick<ExecutableStep, "node" | "parent">,
  id: string | null,
): Promise<string> {
  const { records } = tree;
  const campaign = { ...records.campaign, platform_id: records.campaign.platform_id ?? "" };
  if (node.level === "campaign") {
    const spec = toCampaignSpec(campaign);
    if (id === null) return (await platform.createCampaign(spec)).platformId;
    await platform.updateCampaign(id, spec);
    return id;
  }
  if (node.level === "ad_group") {
    const adGroup = toAdGroupSpec(campaign, getAdGroup(records, node.id), deps.adAccounts);
    const { ad_account_id: adAccountId, platform: name } = campaign;
    const excludedListIds = await deps.conversions.findExcludedLists(ctx, { adAccountId, platform: name });
    const spec = { ...adGroup, excludedListIds };
    if (id === null) return (await platform.createAdGroup(spec)).platformId;
    await platform.updateAdGroup(id, spec);
    return id;
  }
  const above = {
    platformCampaignId: campaign.platform_id,
    platformAdGroupId: parent?.platformId ?? "",
    placements: campaign.placements,
  };
  const spec = await loadAdSpec(ctx, getAd(records, node.id), above, deps.media);
  if (id === null) return (await platform.createAd(spec)).platformId;
  await platform.updateAd(id, spec);
  return id;
}

/**
 * After the time in which a lost write could take effect: reads the object's state there. Found: its id is stored. Not
 * found: it may be created again.
 */
async function reconcile({ lease, platform }: StepRun, { node, parent }: ExecutableStep): Promise<void> {
  const found =
    node.platformId === null
      ? await platform.find(node.level, node.id, parent?.platformId ?? null)
      : ((await platform.states(node.level, [node.platformId]))[0] ?? null);
  const isGone = node.platformId !== null && (found === null || found.status === "deleted");
  await lease.record(async (ctx) => {
    await recordObserved(ctx, node, {
      ...(found && node.platformId === null ? { platformId: found.platformId } : {}),
      ...(isGone ? { status: "deleted" as const } : found ? { status: found.status } : {}),
      createIntent: false,
      unknownUntil: null,
    });
    if (isGone && !isClosed(node.status)) await recordDrift(ctx, node, "deleted");
  });
}
