import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
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
      const id = await insertAdGroup(ctx, { campaign, fields });
      await publishEdited(ctx, campaign);
      return { id };
    });

/** The same with fields that were checked, in a campaign that is locked or new. */
export async function insertAdGroup(
  ctx: Context,
  { campaign, fields }: { campaign: Pick<CampaignRecord, "id">; fields: AdGroupFields },
): Promise<string> {
  const { count } = await ctx.tx.one<{ count: number }>(sql`
    select count(*)::int as count from campaigns.ad_groups where campaign_id = ${campaign.id} and status <> 'deleted'`);
  if (count >= adGroupsMax) campaignsRefusals.refuse("campaigns.too_many", { max: adGroupsMax });

  const id = newId("adg");
  await ctx.tx.run(sql`
    insert into campaigns.ad_groups (id, merchant_id, campaign_id, name, age_ranges, excluded_age_ranges, gender,
      locations, devices, optimized_targeting, keywords, status, created_at, updated_at)
    values (${id}, ${ctx.actor.merchantId}, ${campaign.id}, ${fields.name}, ${JSON.stringify(fields.age_ranges)},
      ${JSON.stringify(fields.excluded_age_ranges)}, ${fields.gender}, ${JSON.stringify(fields.locations)},
      ${JSON.stringify(fields.devices)}, ${fields.optimized_targeting}, ${JSON.stringify(fields.keywords)},
      'created', ${ctx.now}, ${ctx.now})`);
  await auditChange(ctx, "ad_group.created", id, { after: { campaign_id: campaign.id, ...fields } });
  return id;
}
