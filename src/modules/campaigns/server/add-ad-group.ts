import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import { lockCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "worldClock">;
const adGroupsMax = 50;

/** Adds an ad group. In a running campaign it stays paused on the platform until it is started itself. */
export function addAdGroup(
  deps: Deps,
  db: Db,
  merchantId: string,
  campaignId: string,
  fields: AdGroupFields,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, merchantId, campaignId);
    refuseIfClosed(campaign);
    const id = await addAdGroupTo(deps, tx, campaign, fields);
    await enqueueSync(tx, campaign);
    await tx.publish({ name: "campaign.edited", merchant_id: merchantId, campaign_id: campaignId });
    return { id };
  });
}

export async function addAdGroupTo(
  { adAccounts, worldClock }: Deps,
  tx: Tx,
  campaign: Pick<CampaignRecord, "id" | "merchant_id" | "platform" | "placements">,
  fields: AdGroupFields,
  inside = "",
): Promise<string> {
  refuseProblems(checkAdGroup(fields, requireCapabilities(adAccounts, campaign)), inside);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from campaigns.ad_groups where campaign_id = ${campaign.id} and status <> 'deleted'`);
  if (count >= adGroupsMax) campaignsRefusals.refuse("campaigns.too_many", { max: adGroupsMax });

  const id = newId("adg");
  const now = worldClock.now();
  await tx.run(sql`
    insert into campaigns.ad_groups (id, merchant_id, campaign_id, name, age_ranges, excluded_age_ranges, gender,
      locations, devices, optimized_targeting, keywords, status, created_at, updated_at)
    values (${id}, ${campaign.merchant_id}, ${campaign.id}, ${fields.name}, ${JSON.stringify(fields.age_ranges)},
      ${JSON.stringify(fields.excluded_age_ranges)}, ${fields.gender}, ${JSON.stringify(fields.locations)},
      ${JSON.stringify(fields.devices)}, ${fields.optimized_targeting}, ${JSON.stringify(fields.keywords)},
      'created', ${now}, ${now})`);
  return id;
}
