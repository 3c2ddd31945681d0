import type { Db } from "#base/server/db/db.ts";
import { checkCampaign } from "../contract/checks.ts";
import type { CampaignFields } from "../contract/shapes.ts";
import { countGroupChanges, lockCampaign, saveCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { limitsOf, refuseIfClosed, refuseProblems } from "./refuse-problems.ts";
import { holdReserve } from "./reserve.ts";
import { askForSync } from "./wishes.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "wallet" | "worldClock">;
export type CampaignChange = Omit<CampaignFields, "ad_account_id" | "platform" | "store_id">;

/** Changes a campaign. A running one holds what it can now cost at worst; without the money nothing changes. */
export function editCampaign(
  deps: Deps,
  db: Db,
  merchantId: string,
  campaignId: string,
  change: CampaignChange,
): Promise<void> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, merchantId, campaignId);
    refuseIfClosed(campaign);
    const now = deps.worldClock.now();
    const { ad_account_id, platform, store_id } = campaign;
    refuseProblems(
      checkCampaign({ ...change, ad_account_id, platform, store_id }, limitsOf(deps.adAccounts, platform), {
        now,
        places: await deps.stores.registeredHosts(tx, merchantId),
        startsBefore: campaign.starts_at,
      }),
    );
    const edited = withChange(campaign, change, now);
    const held = campaign.status === "active" ? await holdReserve(deps, tx, edited, now) : edited;
    await saveCampaign(tx, held);
    await countGroupChanges(tx, campaignId);
    await askForSync(tx, held);
    await tx.announce({ name: "campaign.edited", merchant_id: merchantId, campaign_id: campaignId });
  });
}

function withChange(campaign: CampaignRecord, change: CampaignChange, now: Date): CampaignRecord {
  return {
    ...campaign,
    ...change,
    starts_at: change.starts_at === null ? campaign.starts_at : new Date(change.starts_at),
    starts_at_once: campaign.status === "created" && change.starts_at === null,
    ends_at: change.ends_at === null ? null : new Date(change.ends_at),
    wanted_version: campaign.wanted_version + 1,
    fault_key: null,
    fault_text: null,
    updated_at: now,
  };
}
