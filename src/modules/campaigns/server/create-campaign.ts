import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkCampaign } from "../contract/check-campaign.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "../contract/shapes.ts";
import { addAdTo } from "./add-ad.ts";
import { addAdGroupTo } from "./add-ad-group.ts";
import { insertCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { refuseProblems, requireCapabilities } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media" | "worldClock">;
export type NewCampaignInput = CampaignFields & {
  ad_group: (AdGroupFields & { ad: AdFields | null }) | null;
};

/** More than any merchant can manage; keeps one merchant from filling the table. */
const campaignsMax = 200_000;

/**
 * Creates a campaign, with its first ad group and ad when given; all or nothing. Nothing is sent to the platform before
 * the start.
 */
export function createCampaign(
  deps: Deps,
  db: Db,
  merchantId: string,
  input: NewCampaignInput,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { ad_group, ...fields } = input;
    const now = deps.worldClock.now();
    const places = await deps.stores.registeredHosts(tx, merchantId);
    const { has_pixel } = await requireAdAccount(deps, tx, merchantId, fields);
    const limits = requireCapabilities(deps.adAccounts, fields);
    refuseProblems(checkCampaign(fields, limits, { now, places, hasPixel: has_pixel }));
    await refuseForeignStore(deps, tx, merchantId, fields.store_id);
    await refuseTooMany(tx, merchantId);

    const id = newId("cmp");
    await insertCampaign(tx, {
      ...fields,
      ...toTargets(fields),
      id,
      merchant_id: merchantId,
      starts_at: fields.starts_at === null ? now : new Date(fields.starts_at),
      starts_at_once: fields.starts_at === null,
      ends_at: fields.ends_at === null ? null : new Date(fields.ends_at),
      created_at: now,
    });
    if (ad_group) {
      const { ad, ...group } = ad_group;
      const { platform, placements } = fields;
      const campaign = { id, merchant_id: merchantId, platform, placements };
      const adGroupId = await addAdGroupTo(deps, tx, campaign, group, "ad_group.");
      if (ad) await addAdTo(deps, tx, { campaign, adGroupId }, ad, "ad_group.ad.");
    }
    await tx.publish({ name: "campaign.created", merchant_id: merchantId, campaign_id: id });
    return { id };
  });
}

/** A target is stored only for the bidding strategy that uses it. */
export function toTargets({
  bidding_strategy,
  target_cpa_halalas,
  target_roas,
}: Pick<CampaignFields, "bidding_strategy" | "target_cpa_halalas" | "target_roas">) {
  return {
    target_cpa_halalas: bidding_strategy === "target_cpa" ? target_cpa_halalas : null,
    target_roas: bidding_strategy === "target_roas" ? target_roas : null,
  };
}

async function requireAdAccount(
  { adAccounts }: Deps,
  tx: Tx,
  merchantId: string,
  { ad_account_id, platform, placements }: CampaignFields,
) {
  requireCapabilities(adAccounts, { platform, placements });
  const account = await adAccounts.linkedAdAccount(tx, merchantId, ad_account_id);
  if (!account)
    return campaignsRefusals.refuse("campaigns.ad_account_not_linked", { platform }, "ad_account_id");
  if (account.platform !== platform)
    return campaignsRefusals.refuse("campaigns.platform_mismatch", { platform }, "platform");
  return account;
}

/** A store that is not this merchant's is not found. */
async function refuseForeignStore({ stores }: Deps, tx: Tx, merchantId: string, storeId: string | null) {
  if (storeId === null) return;
  const own = await stores.connectedStores(tx, merchantId);
  if (!own.some(({ id }) => id === storeId)) baseRefusals.refuse("base.not_found", {}, "store_id");
}

async function refuseTooMany(tx: Tx, merchantId: string): Promise<void> {
  const { all } = await tx.one<{ all: number }>(sql`
    select coalesce(sum(campaigns), 0)::int as all from campaigns.counts where merchant_id = ${merchantId}`);
  if (all >= campaignsMax) campaignsRefusals.refuse("campaigns.too_many", { max: campaignsMax });
}
