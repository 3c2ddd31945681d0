import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkCampaign } from "../contract/check-campaign.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "../contract/shapes.ts";
import { toTargets } from "../domain/edit.ts";
import { addAdTo } from "./add-ad.ts";
import { addAdGroupTo } from "./add-ad-group.ts";
import { auditChange } from "./campaigns.audit.ts";
import { insertCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { refuseProblems, requireCapabilities } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;
export type NewCampaignInput = CampaignFields & {
  ad_group: (AdGroupFields & { ad: AdFields | null }) | null;
};

/** More than any merchant can manage; keeps one merchant from filling the table. */
const campaignsMax = 200_000;

/**
 * Creates a campaign, with its first ad group and ad when given; all or nothing. Nothing is sent to the platform before
 * the start.
 */
export const createCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, { body }: { body: NewCampaignInput }): Promise<{ id: string }> =>
    transact(ctx, async (ctx) => {
      const { ad_group, ...fields } = body;
      await refuseBadCampaign(deps)(ctx, fields);
      await refuseTooMany(ctx);

      const id = newId("cmp");
      const row = {
        ...fields,
        ...toTargets(fields),
        id,
        starts_at: fields.starts_at === null ? ctx.now : new Date(fields.starts_at),
        starts_at_once: fields.starts_at === null,
        ends_at: fields.ends_at === null ? null : new Date(fields.ends_at),
      };
      await insertCampaign(ctx, row);
      await auditChange(ctx, "campaign.created", id, { after: row });
      if (ad_group) {
        const { ad, ...group } = ad_group;
        const adGroupId = await addAdGroupTo(deps)(ctx, {
          campaign: row,
          fields: group,
          inside: "ad_group.",
        });
        if (ad) await addAdTo(deps)(ctx, { campaign: row, adGroupId, fields: ad, inside: "ad_group.ad." });
      }
      await ctx.tx.publish({ name: "campaign.created", merchant_id: ctx.actor.merchantId, campaign_id: id });
      return { id };
    });

const refuseBadCampaign =
  (deps: Deps) =>
  async (ctx: Context, fields: CampaignFields): Promise<void> => {
    const places = await deps.stores.listRegisteredHosts(ctx);
    const { has_pixel } = await requireAdAccount(deps)(ctx, fields);
    const limits = requireCapabilities(deps.adAccounts, fields);
    refuseProblems(checkCampaign(fields, limits, { now: ctx.now, places, hasPixel: has_pixel }));
    await refuseForeignStore(deps)(ctx, fields.store_id);
  };

const requireAdAccount =
  ({ adAccounts }: Deps) =>
  async (ctx: Context, { ad_account_id, platform, placements }: CampaignFields) => {
    requireCapabilities(adAccounts, { platform, placements });
    const account = await adAccounts.findLinkedAdAccount(ctx, ad_account_id);
    if (!account)
      return campaignsRefusals.refuse("campaigns.ad_account_not_linked", { platform }, "ad_account_id");
    if (account.platform !== platform)
      return campaignsRefusals.refuse("campaigns.platform_mismatch", { platform }, "platform");
    return account;
  };

/** A store that is not this merchant's is not found. */
const refuseForeignStore =
  ({ stores }: Deps) =>
  async (ctx: Context, storeId: string | null): Promise<void> => {
    if (storeId === null) return;
    const own = await stores.listConnectedStores(ctx);
    if (!own.some(({ id }) => id === storeId)) baseRefusals.refuse("base.not_found", {}, "store_id");
  };

async function refuseTooMany({ tx, actor }: Context): Promise<void> {
  const { all } = await tx.one<{ all: number }>(sql`
    select coalesce(sum(campaigns), 0)::int as all from campaigns.counts where merchant_id = ${actor.merchantId}`);
  if (all >= campaignsMax) campaignsRefusals.refuse("campaigns.too_many", { max: campaignsMax });
}
