import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import { countAdGroups, insertAdGroup } from "./ad-groups.store.ts";
import { auditChange } from "./campaigns.audit.ts";
import { lockCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { publishEdited } from "./publish-edited.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts">;
const adGroupsMax = 50;

/** Adds an ad group. In a running campaign it stays paused on the platform until it is started itself. */
export const addAdGroup =
  ({ adAccounts }: Deps) =>
  (
    ctx: ReadContext,
    { campaignId, fields }: { campaignId: string; fields: AdGroupFields },
  ): Promise<{ id: string }> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      refuseIfClosed(campaign);
      refuseProblems(checkAdGroup(fields, requireCapabilities(adAccounts, campaign)));
      const id = await addAdGroupTo(ctx, { campaign, fields });
      await publishEdited(ctx, campaign);
      return { id };
    });

/** The same with fields that were checked, in a campaign that is locked or new. */
export async function addAdGroupTo(
  ctx: Context,
  { campaign, fields }: { campaign: Pick<CampaignRecord, "id">; fields: AdGroupFields },
): Promise<string> {
  if ((await countAdGroups(ctx, campaign.id)) >= adGroupsMax)
    campaignsRefusals.refuse("campaigns.too_many", { max: adGroupsMax });

  const id = newId("adg");
  await insertAdGroup(ctx, { id, campaignId: campaign.id, fields });
  await auditChange(ctx, "ad_group.created", id, { after: { campaign_id: campaign.id, ...fields } });
  return id;
}
