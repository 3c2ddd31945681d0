import type { CampaignDetails } from "../contract/shapes.ts";
import { syncCampaign } from "../server/sync/sync-campaign.ts";
import type { TestApp } from "./test-app.ts";

/** Runs as the queue would, letting time pass, until the platform and we agree or the merchant is asked. */
export async function settleCampaign(testApp: TestApp, id: string): Promise<CampaignDetails> {
  for (let round = 0; round < 150; round += 1) {
    await syncCampaign(testApp.deps, id).catch(() => {});
    testApp.revive();
    const campaign = await getCampaign(testApp, id);
    if (campaign.sync !== "pending") return campaign;
    testApp.systemClock.advance(9_000);
  }
  throw new Error("the campaign never came to rest");
}

export async function getCampaign(testApp: TestApp, id: string): Promise<CampaignDetails> {
  return (await testApp.act(`GET Clients/Campaigns/${id}`)).data;
}
