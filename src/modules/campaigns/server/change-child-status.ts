import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Action, Status } from "../contract/enums.ts";
import { transition } from "../domain/status.ts";
import { auditChange } from "./campaigns.audit.ts";
import { changeAdGroups, changeAds } from "./change-children.ts";
import type { CampaignsDeps } from "./deps.ts";
import { lockAd, lockAdGroup } from "./lock-children.ts";
import { publishEdited } from "./publish-edited.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed } from "./refuse-problems.ts";
import { type LicensedAd, listGroupAdsToRun, requireLicences } from "./require-licences.ts";

type Deps = Pick<CampaignsDeps, "media" | "adAccounts">;

/**
 * Starts, pauses, relaunches, archives or deletes an ad group. Starting it also starts its ads that are still
 * `created`; deleting it frees their files. An ad that would run needs the licences of its words.
 */
export const changeAdGroupStatus =
  (deps: Deps) =>
  (ctx: ReadContext, { adGroupId, action }: { adGroupId: string; action: Action }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { campaign, adGroup } = await lockAdGroup(ctx, adGroupId);
      const listAds = () => listGroupAdsToRun(ctx, adGroupId);
      const change = { campaign, child: adGroup, action, listAds };
      const changed = await changeStatus(deps)(ctx, "ad_group", change);
      if (changed && action === "start")
        await changeAds(ctx, { ad_group_id: adGroupId }, { from: "created", to: "active" });
      if (action === "delete") await deps.media.forgetAdMedia(ctx, { ad_group_id: adGroupId });
    });

/** Starts, pauses, relaunches, archives or deletes one ad; deleting it frees its file. */
export const changeAdStatus =
  (deps: Deps) =>
  (ctx: ReadContext, { adId, action }: { adId: string; action: Action }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { campaign, ad } = await lockAd(ctx, adId);
      const listAds = async () => [{ ...ad, text: ad.body }];
      await changeStatus(deps)(ctx, "ad", { campaign, child: ad, action, listAds });
      if (action === "delete") await deps.media.forgetAdMedia(ctx, { ad_id: adId });
    });

const isStart = (action: Action) => action === "start" || action === "relaunch";

const change = { ad_group: changeAdGroups, ad: changeAds };
type Change = {
  campaign: CampaignRecord;
  child: { id: string; status: Status };
  action: Action;
  /** Those that would run. */
  listAds: () => Promise<LicensedAd[]>;
};

/**
 * True when anything changed. Nothing starts in a campaign that has ended; stopping is always allowed. Other modules
 * learn of it as a change of the campaign.
 */
const changeStatus =
  (deps: Pick<Deps, "adAccounts">) =>
  async (
    ctx: Context,
    level: "ad_group" | "ad",
    { campaign, child, action, listAds }: Change,
  ): Promise<boolean> => {
    if (isStart(action)) refuseIfClosed(campaign);
    const { status, events } = transition(child.status, action);
    const last = events.at(-1);
    if (!last) return false;
    if (isStart(action)) await requireLicences(deps)(ctx, campaign, await listAds());
    await change[level](ctx, { id: child.id }, { from: child.status, to: status });
    await auditChange(ctx, `${level}.${last}`, child.id, {
      before: { status: child.status },
      after: { status },
    });
    await publishEdited(ctx, campaign);
    return true;
  };
