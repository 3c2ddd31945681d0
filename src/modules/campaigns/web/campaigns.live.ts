import { defineLive } from "#base/web/runtime/web-module.ts";
import { campaignsKeys } from "./campaigns.queries.ts";

const all = [campaignsKeys.all];
/** Whether stores are open is shown beside the campaigns that wait for them. */
const stores = [campaignsKeys.storeWatch];
/** What shows figures: a campaign itself has none. */
const figures = [campaignsKeys.anyList, campaignsKeys.anyTotals];

export const live = defineLive({
  "figures.changed": figures,
  "campaign.created": all,
  "campaign.edited": all,
  "campaign.started": all,
  "campaign.relaunched": all,
  "campaign.paused": all,
  "campaign.archived": all,
  "campaign.deleted": all,
  "campaign.synced": all,
  "campaign.sync_failed": all,
  "campaign.disconnected": all,
  "campaign.snapshot_applied": all,
  "campaign.budget_reverted": all,
  "campaign.season_budget_changed": all,
  "store.connected": stores,
  "store.disconnected": stores,
  "store.connection_lost": stores,
  "store.synced": stores,
});
