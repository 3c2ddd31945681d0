import { defineLive } from "#base/web/runtime/web-module.ts";
import { reportsKeys } from "./reports.queries.ts";

const all = [reportsKeys.all];
/** How long the money lasts, what moves without the merchant and cards that end are things that need attention. */
/** Reports of one's own: the list, each one, and what is pinned. */
const custom = [reportsKeys.custom];
const attention = [reportsKeys.anyAttention];

export const live = defineLive({
  "reports.custom_changed": custom,
  "reports.delivered": custom,
  "figures.changed": all,
  "store.connected": all,
  "store.disconnected": all,
  "store.connection_lost": all,
  "ad_account.linked": all,
  "ad_account.unlinked": all,
  "ad_account.connection_lost": all,
  "ad_account.checked": all,
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
  "wallet.deposited": attention,
  "wallet.owed_settled": attention,
  "wallet.refunded": attention,
  "wallet.spent": attention,
  "wallet.hold_changed": attention,
  "wallet.ran_low": attention,
  "wallet.ran_out": attention,
  "wallet.top_up_planned": attention,
  "wallet.top_up_charged": attention,
  "wallet.top_up_stopped": attention,
  "wallet.top_up_changed": attention,
  "wallet.charged_back": attention,
  "wallet.chargeback_won": attention,
  "payments.card_expiring": attention,
  "payments.card_removed": attention,
  "payments.card_replaced": attention,
});
