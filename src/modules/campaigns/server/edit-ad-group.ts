import { type Db, sql } from "#base/server/db/db.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import { lockAdGroup } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "worldClock">;

/** Changes an ad group's audience. When the campaign exists on the platform, the change is sent. */
export function editAdGroup(
  { adAccounts, worldClock }: Deps,
  db: Db,
  merchantId: string,
  adGroupId: string,
  fields: AdGroupFields,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { campaign, adGroup } = await lockAdGroup(tx, merchantId, adGroupId);
    refuseIfClosed(campaign);
    refuseIfClosed(adGroup);
    refuseProblems(checkAdGroup(fields, requireCapabilities(adAccounts, campaign)));
    await tx.run(sql`
      update campaigns.ad_groups set name = ${fields.name}, age_ranges = ${JSON.stringify(fields.age_ranges)},
        excluded_age_ranges = ${JSON.stringify(fields.excluded_age_ranges)}, gender = ${fields.gender},
        locations = ${JSON.stringify(fields.locations)}, devices = ${JSON.stringify(fields.devices)},
        optimized_targeting = ${fields.optimized_targeting}, keywords = ${JSON.stringify(fields.keywords)},
        desired_generation = desired_generation + 1, fault_key = null, fault_text = null, updated_at = ${worldClock.now()}
      where id = ${adGroupId}`);
    await enqueueSync(tx, campaign);
    await tx.publish({ name: "campaign.edited", merchant_id: merchantId, campaign_id: campaign.id });
  });
}
