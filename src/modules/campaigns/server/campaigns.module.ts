import { defineModule } from "#base/server/module.ts";
import { adLicencesCalls } from "../contract/ad-licences.calls.ts";
import { campaignsAbilities } from "../contract/campaigns.abilities.ts";
import { campaignsCalls } from "../contract/campaigns.calls.ts";
import { campaignsEvents } from "../contract/campaigns.events.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { changesCalls } from "../contract/changes.calls.ts";
import { draftsCalls } from "../contract/drafts.calls.ts";
import { planSeasonBudgetsCalls } from "../contract/plan-season-budgets.calls.ts";
import { plansCalls } from "../contract/plans.calls.ts";
import { seasonBudgetsCalls } from "../contract/season-budgets.calls.ts";
import { seasonDraftsCalls } from "../contract/season-drafts.calls.ts";
import { storeWatchCalls } from "../contract/store-watch.calls.ts";
import { viewsCalls } from "../contract/views.calls.ts";
import { bulkOperations } from "./bulk-campaigns.ts";
import { type CampaignsFacade, makeCampaignsFacade } from "./campaigns.facade.ts";
import { campaignsJobs } from "./campaigns.jobs.ts";
import { campaignsData } from "./campaigns.personal-data.ts";
import { mountCampaigns } from "./campaigns.routes.ts";
import { campaignsSubscriptions } from "./campaigns.subscriptions.ts";
import { planOperations } from "./launch-plan.ts";
import { pauseAll } from "./stop-campaign.ts";

export const server = defineModule({
  name: "campaigns",
  layer: 4,
  needs: [
    "merchants",
    "ad-accounts",
    "wallet",
    "tracking",
    "stores",
    "creative",
    "figures",
    "seasons",
    "conversions",
  ],
  calls: {
    ...campaignsCalls,
    ...changesCalls,
    ...draftsCalls,
    ...plansCalls,
    ...seasonBudgetsCalls,
    ...planSeasonBudgetsCalls,
    ...seasonDraftsCalls,
    ...storeWatchCalls,
    ...viewsCalls,
    ...adLicencesCalls,
  },
  events: campaignsEvents,
  refusals: campaignsRefusals,
  abilities: [campaignsAbilities],
  personalData: campaignsData,
  build({ facades: { "ad-accounts": adAccounts, creative: media, ...facades }, ...shared }) {
    const deps = { ...shared, ...facades, adAccounts, media };
    return {
      facade: makeCampaignsFacade(deps),
      mount: (app, http) => mountCampaigns(app, http, deps),
      jobs: campaignsJobs(deps),
      subscriptions: campaignsSubscriptions(deps),
      operations: [...bulkOperations(deps), ...planOperations(deps)],
      personalData: { stopForErasure: (ctx) => pauseAll(deps)(ctx, "merchant") },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    campaigns: { layer: 4; facade: CampaignsFacade };
  }
}
