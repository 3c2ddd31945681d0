import type { EarlierCampaign } from "../domain/season-draft.ts";
import { adGroupBody, campaignBody } from "./payloads.ts";

/** A campaign of the merchant's last plan, at that budget a day. */
export function earlierCampaign(platform: EarlierCampaign["platform"], riyals: number): EarlierCampaign {
  const {
    name: _name,
    platform: _platform,
    client_campaign_id,
    starts_at,
    ends_at,
    hours,
    ...campaign
  } = campaignBody({ platform, daily_budget_halalas: riyals * 100, ad_account_id: `acc_${platform}` });
  const { name: _group, ...adGroup } = adGroupBody();
  return { platform, campaign, adGroup, brandName: "نخلة" };
}
