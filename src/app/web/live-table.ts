import type { QueryKey } from "@tanstack/react-query";
import type { EventName } from "#base/shared/events.ts";

const wallet: readonly QueryKey[] = [["wallet"]];
/** How long the money lasts is one of the things that need attention. */
const money: readonly QueryKey[] = [["wallet"], ["reports", "attention"]];
/** The wallet says whether there is a card. */
const cards: readonly QueryKey[] = [["payments"], ["wallet"]];
const stores: readonly QueryKey[] = [["stores"], ["merchants"], ["reports"]];
const adAccounts: readonly QueryKey[] = [["ad-accounts"], ["reports"]];
const campaigns: readonly QueryKey[] = [["campaigns"], ["reports"]];
const merchants: readonly QueryKey[] = [["merchants"]];
/** Subscriptions read it; what it changes on a screen follows as an event of its own. */
const nothing: readonly QueryKey[] = [];

/** Which cached queries each event of the product invalidates. Query keys begin with the name of the module they read. */
export const liveTable = {
  "merchant.signed_up": merchants,
  "merchant.signed_in": merchants,
  "merchant.sessions_ended": merchants,
  "merchant.profile_changed": merchants,
  "merchant.password_set": merchants,

  // A deposit's state comes from its payment, and from whether the wallet has credited it.
  "payments.succeeded": wallet,
  "payments.refunded": nothing,
  "payments.failed": nothing,
  "payments.card_added": cards,
  "payments.card_removed": cards,

  "wallet.deposited": money,
  "wallet.owed_settled": money,
  "wallet.deposit_failed": wallet,
  "wallet.refunded": money,
  "wallet.spent": money,
  "wallet.hold_changed": money,
  "wallet.ran_low": money,
  "wallet.ran_out": money,

  "store.connected": stores,
  "store.disconnected": stores,
  "store.connection_lost": stores,
  "store.synced": [["stores"]],
  "store.order_recorded": [["stores"]],
  "store.orders_restated": [["stores"]],

  "ad_account.linked": adAccounts,
  "ad_account.unlinked": adAccounts,
  "ad_account.connection_lost": adAccounts,
  "ad_account.checked": adAccounts,

  "creative.media_uploaded": nothing,

  "tracking.order_attributed": nothing,
  "tracking.order_unattributed": nothing,
  "tracking.link_stopped": nothing,
  "tracking.link_resumed": nothing,

  "campaign.created": campaigns,
  "campaign.edited": campaigns,
  "campaign.started": campaigns,
  "campaign.relaunched": campaigns,
  "campaign.paused": campaigns,
  "campaign.archived": campaigns,
  "campaign.deleted": campaigns,
  "campaign.synced": campaigns,
  "campaign.sync_failed": campaigns,
  "campaign.disconnected": campaigns,
  "campaign.snapshot_applied": campaigns,
  "campaign.budget_reverted": campaigns,

  "figures.changed": [["reports"]],

  "operation.progressed": [["operations"]],
  "operation.finished": [["operations"]],
} as const satisfies Record<EventName, readonly QueryKey[]>;
