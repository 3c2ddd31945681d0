import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { fold } from "#base/shared/fold.ts";
import type { DuplicateTarget } from "../contract/bulk.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import { checkCampaign } from "../contract/check-campaign.ts";
import { type Problem, within } from "../contract/problem.ts";
import { toCopyName } from "../domain/copy-name.ts";
import { addAdTo } from "./add-ad.ts";
import { addAdGroupTo } from "./add-ad-group.ts";
import { listUsedNames, loadCampaignTree, lockCampaign } from "./campaigns.store.ts";
import { type CampaignCopy, copyCampaign } from "./copy-campaign.ts";
import { addCampaign } from "./create-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findAdProblems } from "./find-problems.ts";
import { canJoinPlan, insertPlan } from "./plans.store.ts";
import type { CampaignTree } from "./records.ts";
import { refuseProblems, requireCapabilities } from "./refuse-problems.ts";

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
      const copy = copyCampaign(deps.adAccounts, { tree, target, name, now: ctx.now });
      refuseProblems(await findCopyProblems(deps)(ctx, copy));
      const campaign = await addCampaign(ctx, copy.fields, await choosePlan(ctx, tree, copy));
      for (const { fields, ads } of copy.adGroups) {
        const adGroupId = await addAdGroupTo(ctx, { campaign, fields });
        for (const ad of ads) await addAdTo(deps)(ctx, { campaign, adGroupId, fields: ad });
      }
      await ctx.tx.publish({
        name: "campaign.created",
        merchant_id: ctx.actor.merchantId,
        campaign_id: campaign.id,
      });
      return { id: campaign.id };
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

/** What speaks against a copy; a preview asks the same. The fields are those of the form. */
export const findCopyProblems =
  (deps: Pick<Deps, "adAccounts" | "stores" | "media">) =>
  async (ctx: ReadContext, { fields, adGroups }: CampaignCopy): Promise<Problem[]> => {
    const limits = requireCapabilities(deps.adAccounts, fields);
    const account = await deps.adAccounts.findLinkedAdAccount(ctx, fields.ad_account_id);
    const { platform } = fields;
    if (account && account.platform !== platform)
      return [{ code: "campaigns.platform_mismatch", field: "ad_account_id", params: { platform } }];
    if (!account)
      return [{ code: "campaigns.ad_account_not_linked", field: "ad_account_id", params: { platform } }];
    const places = await deps.stores.listRegisteredHosts(ctx);
    const problems = checkCampaign(fields, limits, { now: ctx.now, places, hasPixel: account.has_pixel });
    for (const group of adGroups) {
      problems.push(...within("ad_group.", checkAdGroup(group.fields, limits)));
      for (const ad of group.ads)
        problems.push(
          ...within("ad_group.ad.", await findAdProblems(deps)(ctx, { campaign: fields, fields: ad })),
        );
    }
    return problems;
  };

/** The plan of the copy: its original's when it has no campaign on that platform, else a new one. */
async function choosePlan(
  ctx: Context,
  { campaign }: CampaignTree,
  { fields }: CampaignCopy,
): Promise<string> {
  const staysThere =
    fields.platform !== campaign.platform && (await canJoinPlan(ctx, campaign.plan_id, fields.platform));
  return staysThere ? campaign.plan_id : insertPlan(ctx, fields);
}
