import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { fold } from "#base/shared/fold.ts";
import type { DuplicateTarget } from "../contract/bulk.ts";
import { toCopyName } from "../domain/copy-name.ts";
import { addCampaign } from "./add-campaign.ts";
import { listUsedNames, loadCampaignTree, lockCampaign } from "./campaigns.store.ts";
import { type CampaignCopy, copyCampaign } from "./copy-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findNewCampaignProblems } from "./find-problems.ts";
import { canJoinPlan, insertPlan } from "./plans.store.ts";
import type { CampaignTree } from "./records.ts";
import { refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;
type Input = {
  campaignId: string;
  /** Another platform and an ad account there; null: where the original is. */
  target: DuplicateTarget;
  /** What follows the original's name. */
  suffix: string;
};

/**
 * Makes a campaign from another one, with its ad groups and ads, ready to be started. On another platform it belongs to
 * the same plan, unless that has a campaign there. Refused with what the platform would refuse.
 */
export const duplicateCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId, target, suffix }: Input): Promise<{ id: string }> =>
    transact(ctx, async (ctx) => {
      const tree = await loadCampaignTree(ctx, await lockCampaign(ctx, campaignId));
      const name = await chooseCopyName(ctx, tree.campaign.name, suffix);
      const { body } = copyCampaign(deps.adAccounts, { tree, target, name, now: ctx.now });
      refuseProblems(await findNewCampaignProblems(deps)(ctx, body));
      const planId = await choosePlan(ctx, tree, body);
      return { id: await addCampaign(deps)(ctx, { planId, body }) };
    });

/** As many names are looked up at a time. */
const namesAtOnce = 20;

/** The first name for a copy that no campaign has. Two copies at once may choose the same: an index refuses one of them. */
export async function chooseCopyName(ctx: ReadContext, name: string, suffix: string): Promise<string> {
  for (let first = 1; ; first += namesAtOnce) {
    const names = Array.from({ length: namesAtOnce }, (_, index) => toCopyName(name, suffix, first + index));
    const used = await listUsedNames(ctx, names);
    const free = names.find((one) => !used.has(fold(one)));
    if (free !== undefined) return free;
  }
}

/** The plan of the copy: its original's when it has no campaign on that platform, else a new one. */
async function choosePlan(
  ctx: Context,
  { campaign }: CampaignTree,
  body: CampaignCopy["body"],
): Promise<string> {
  const staysThere =
    body.platform !== campaign.platform && (await canJoinPlan(ctx, campaign.plan_id, body.platform));
  return staysThere ? campaign.plan_id : insertPlan(ctx, body);
}
