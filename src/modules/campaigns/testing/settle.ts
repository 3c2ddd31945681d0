import type { CampaignDetails } from "../contract/shapes.ts";
import { syncCampaign } from "../server/sync/sync-campaign.ts";
import type { TestApp } from "./test-app.ts";

/**
 * Runs the sync as the queue would, with time passing, until the platform has the desired state or the merchant must
 * act.
 */
export async function settleCampaign(testApp: TestApp, id: string): Promise<CampaignDetails> {
  for (let round = 0; round < 150; round += 1) {
    await runSync(testApp, id).catch(() => {});
    testApp.revive();
    const campaign = await getCampaign(testApp, id);
    if (campaign.sync !== "pending") return campaign;
    testApp.systemClock.advance(9_000);
  }
  throw new Error("the campaign did not settle");
}

/** One run of the sync, as a job would start it. */
export function runSync({ deps, worldClock }: TestApp, campaignId: string): Promise<void> {
  return syncCampaign(deps)(deps.db, { campaignId, now: worldClock.now() });
}

export async function getCampaign(testApp: TestApp, id: string): Promise<CampaignDetails> {
  return (await testApp.act(`GET Clients/Campaigns/${id}`)).data;
}
