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

type Deps = Pick<CampaignsDeps, "media">;

/**
 * Starts, pauses, relaunches, archives or deletes an ad group. Starting it also starts its ads that are still
 * `created`; deleting it frees their files.
 */
export const changeAdGroupStatus =
  ({ media }: Deps) =>
  (ctx: ReadContext, { adGroupId, action }: { adGroupId: string; action: Action }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { campaign, adGroup } = await lockAdGroup(ctx, adGroupId);
      const changed = await changeStatus(ctx, "ad_group", { campaign, child: adGroup, action });
      if (changed && action === "start")
        await changeAds(ctx, { ad_group_id: adGroupId }, { from: "created", to: "active" });
      if (action === "delete") await media.forgetAdMedia(ctx, { ad_group_id: adGroupId });
    });

/** Starts, pauses, relaunches, archives or deletes one ad; deleting it frees its file. */
export const changeAdStatus =
  ({ media }: Deps) =>
  (ctx: ReadContext, { adId, action }: { adId: string; action: Action }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { campaign, ad } = await lockAd(ctx, adId);
      await changeStatus(ctx, "ad", { campaign, child: ad, action });
      if (action === "delete") await media.forgetAdMedia(ctx, { ad_id: adId });
    });

const change = { ad_group: changeAdGroups, ad: changeAds };
type Change = { campaign: CampaignRecord; child: { id: string; status: Status }; action: Action };

/**
 * True when anything changed. Nothing starts in a campaign that has ended; stopping is always allowed. Other modules
 * learn of it as a change of the campaign.
 */
async function changeStatus(
  ctx: Context,
  level: "ad_group" | "ad",
  { campaign, child, action }: Change,
): Promise<boolean> {
  if (action === "start" || action === "relaunch") refuseIfClosed(campaign);
  const { status, events } = transition(child.status, action);
  const last = events.at(-1);
  if (!last) return false;
  await change[level](ctx, { id: child.id }, { from: child.status, to: status });
  await auditChange(ctx, `${level}.${last}`, child.id, {
    before: { status: child.status },
    after: { status },
  });
  await publishEdited(ctx, campaign);
  return true;
}
