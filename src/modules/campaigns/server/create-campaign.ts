import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkCampaign } from "../contract/checks.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "../contract/shapes.ts";
import { addAdTo } from "./add-ad.ts";
import { addAdGroupTo } from "./add-ad-group.ts";
import { insertCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { limitsOf, refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media" | "worldClock">;
export type NewCampaignTold = CampaignFields & { ad_group: (AdGroupFields & { ad: AdFields | null }) | null };

/** More than any shop can look after; keeps one merchant from filling the table. */
const campaignsMax = 200_000;

/** Keeps a campaign, with its first ad group and ad when told; all or nothing. The platform hears of it at its start. */
export function createCampaign(
  deps: Deps,
  db: Db,
  merchantId: string,
  told: NewCampaignTold,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { ad_group, ...fields } = told;
    const now = deps.worldClock.now();
    const places = await deps.stores.registeredHosts(tx, merchantId);
    const limits = await limitsOfAccount(deps, tx, merchantId, fields);
    refuseProblems(checkCampaign(fields, limits, { now, places }));
    await refuseStrangeStore(deps, tx, merchantId, fields.store_id);
    await refuseTooMany(tx, merchantId);

    const id = newId("cmp");
    await insertCampaign(tx, {
      ...fields,
      id,
      merchant_id: merchantId,
      starts_at: fields.starts_at === null ? now : new Date(fields.starts_at),
      starts_at_once: fields.starts_at === null,
      ends_at: fields.ends_at === null ? null : new Date(fields.ends_at),
      created_at: now,
    });
    if (ad_group) {
      const { ad, ...group } = ad_group;
      const adGroupId = await addAdGroupTo(
        deps,
        tx,
        { id, merchant_id: merchantId, platform: fields.platform },
        group,
        "ad_group.",
      );
      const place = { merchantId, campaignId: id, adGroupId, platform: fields.platform };
      if (ad) await addAdTo(deps, tx, place, ad, "ad_group.ad.");
    }
    await tx.announce({ name: "campaign.created", merchant_id: merchantId, campaign_id: id });
    return { id };
  });
}

async function limitsOfAccount(
  { adAccounts }: Deps,
  tx: Tx,
  merchantId: string,
  { ad_account_id, platform }: CampaignFields,
): Promise<Capabilities> {
  const limits = limitsOf(adAccounts, platform);
  const account = await adAccounts.linkedAdAccount(tx, merchantId, ad_account_id);
  if (!account)
    return campaignsRefusals.refuse("campaigns.ad_account_not_linked", { platform }, "ad_account_id");
  if (account.platform !== platform)
    return campaignsRefusals.refuse("campaigns.platform_mismatch", { platform }, "platform");
  return limits;
}

/** A store that is not this merchant's is not found, whoever's it is. */
async function refuseStrangeStore({ stores }: Deps, tx: Tx, merchantId: string, storeId: string | null) {
  if (storeId === null) return;
  const own = await stores.connectedStores(tx, merchantId);
  if (!own.some(({ id }) => id === storeId)) baseRefusals.refuse("base.not_found", {}, "store_id");
}

async function refuseTooMany(tx: Tx, merchantId: string): Promise<void> {
  const { all } = await tx.one<{ all: number }>(sql`
    select coalesce(sum(campaigns), 0)::int as all from campaigns.counts where merchant_id = ${merchantId}`);
  if (all >= campaignsMax) campaignsRefusals.refuse("campaigns.too_many", { max: campaignsMax });
}
