import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { AdFields } from "../contract/shapes.ts";
import { auditChange } from "./campaigns.audit.ts";
import { lockAdGroup } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findAdProblems } from "./find-problems.ts";
import { publishEdited } from "./publish-edited.ts";
import { recordMeasured } from "./record-measured.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;
type Campaign = Pick<CampaignRecord, "id" | "platform" | "placements">;
const adsMax = 50;

/** Adds an ad with its tracking link. In a running ad group it stays paused until it is started itself. */
export const addAd =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { adGroupId, fields }: { adGroupId: string; fields: AdFields },
  ): Promise<{ id: string }> =>
    transact(ctx, async (ctx) => {
      const { campaign, adGroup } = await lockAdGroup(ctx, adGroupId);
      refuseIfClosed(campaign);
      refuseIfClosed(adGroup);
      refuseProblems(await findAdProblems(deps)(ctx, { campaign, fields }));
      const id = await insertAd(deps)(ctx, { campaign, adGroupId, fields });
      await publishEdited(ctx, campaign);
      return { id };
    });

type NewAd = { campaign: Campaign; adGroupId: string; fields: AdFields };

/** The same with fields that were checked, in a campaign that is locked or new. */
export const insertAd =
  ({ tracking }: Pick<Deps, "tracking">) =>
  async (ctx: Context, { campaign, adGroupId, fields }: NewAd): Promise<string> => {
    const { count } = await ctx.tx.one<{ count: number }>(sql`
      select count(*)::int as count from campaigns.ads where ad_group_id = ${adGroupId} and status <> 'deleted'`);
    if (count >= adsMax) campaignsRefusals.refuse("campaigns.too_many", { max: adsMax });

    const id = newId("ad");
    const link = await tracking.upsertAdLink(ctx, {
      ad_id: id,
      ad_group_id: adGroupId,
      campaign_id: campaign.id,
      platform: campaign.platform,
      placements: campaign.placements,
      destination_url: fields.target_url,
    });
    await ctx.tx.run(sql`
      insert into campaigns.ads (id, merchant_id, campaign_id, ad_group_id, name, headline, more_headlines, body,
        description, more_descriptions, target_url, tracking_id, tracking_url, media_id, call_to_action, brand_name,
        automatic_enhancements, status, created_at, updated_at)
      values (${id}, ${ctx.actor.merchantId}, ${campaign.id}, ${adGroupId}, ${fields.name}, ${fields.headline},
        ${JSON.stringify(fields.more_headlines)}, ${fields.text}, ${fields.description},
        ${JSON.stringify(fields.more_descriptions)}, ${fields.target_url}, ${link.id}, ${link.url}, ${fields.media_id},
        ${fields.call_to_action}, ${fields.brand_name}, ${fields.automatic_enhancements}, 'created', ${ctx.now}, ${ctx.now})`);
    await recordMeasured(ctx, "ad", id);
    await auditChange(ctx, "ad.created", id, {
      after: { campaign_id: campaign.id, ad_group_id: adGroupId, ...fields },
    });
    return id;
  };
