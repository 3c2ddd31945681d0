import type { CampaignWhole } from "../contract/shapes.ts";
import { syncCampaign } from "../server/sync/sync-campaign.ts";
import type { House } from "./house.ts";

/** Runs as the queue would, letting time pass, until the platform and we agree or the merchant is asked. */
export async function settleCampaign(house: House, id: string): Promise<CampaignWhole> {
  for (let round = 0; round < 150; round += 1) {
    await syncCampaign(house.deps, id).catch(() => {});
    house.revive();
    const campaign = await showOf(house, id);
    if (campaign.sync !== "pending") return campaign;
    house.systemClock.advance(9_000);
  }
  throw new Error("the campaign never came to rest");
}

export async function showOf(house: House, id: string): Promise<CampaignWhole> {
  return (await house.act(`GET Clients/Campaigns/${id}`)).data;
}
