import type { ReceivedEvent } from "#base/server/subscribe.ts";
import { pickEvents } from "#base/server/subscribe.ts";
import { adAccountsEvents } from "#modules/ad-accounts/contract/ad-accounts.events.ts";
import { stockEvents } from "#modules/billing/contract/stock.events.ts";
import { subscriptionEvents } from "#modules/billing/contract/subscription.events.ts";
import { campaignsEvents } from "#modules/campaigns/contract/campaigns.events.ts";
import { consultationsEvents } from "#modules/consultations/contract/consultations.events.ts";
import type { OrderStatus } from "#modules/consultations/contract/consultations-enums.ts";
import { merchantsEvents } from "#modules/merchants/contract/merchants.events.ts";
import { paymentsEvents } from "#modules/payments/contract/payments.events.ts";
import { privacyEvents } from "#modules/privacy/contract/privacy.events.ts";
import { reportsEvents } from "#modules/reports/contract/reports.events.ts";
import { rulesEvents } from "#modules/rules/contract/rules.events.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { walletEvents } from "#modules/wallet/contract/wallet.events.ts";
import { notificationsEvents } from "../contract/notifications.events.ts";
import type { NewNotification } from "./notifications.store.ts";

/** The events that merchants are told of. */
export const sourceEvents = {
  ...pickEvents(
    walletEvents,
    "wallet.ran_low",
    "wallet.ran_out",
    "wallet.deposited",
    "wallet.top_up_stopped",
  ),
  ...pickEvents(
    campaignsEvents,
    "campaign.paused",
    "campaign.sync_failed",
    "campaign.budget_reverted",
    "campaign.licence_ends_soon",
  ),
  ...pickEvents(adAccountsEvents, "ad_account.connection_lost"),
  ...pickEvents(storesEvents, "store.connection_lost", "store.webhooks_silent"),
  ...pickEvents(paymentsEvents, "payments.card_expiring"),
  ...pickEvents(subscriptionEvents, "billing.trial_ending", "billing.renewal_failed"),
  ...pickEvents(stockEvents, "billing.texts_not_covered"),
  ...pickEvents(rulesEvents, "rules.acted", "rules.asked", "rules.rule_stopped"),
  ...pickEvents(reportsEvents, "reports.delivered"),
  ...pickEvents(privacyEvents, "privacy.export_ready"),
  ...pickEvents(merchantsEvents, "merchant.member_joined", "merchant.member_left"),
  ...consultationsEvents,
  ...pickEvents(notificationsEvents, "notifications.week_ended"),
};

type OrderChanged = {
  order_id: string;
  status: OrderStatus;
  change: "status" | "meeting" | "details";
  by: "member" | "staff" | "system";
};

/** What an event says to its merchant; null when it is their own doing, or told by another event. */
export function toNotification(event: ReceivedEvent<typeof sourceEvents>): NewNotification | null {
  switch (event.name) {
    case "wallet.ran_low":
      return { kind: "money_low", subject: "", day: event.ends_on };
    case "wallet.ran_out":
      return { kind: "money_out", subject: "" };
    case "wallet.deposited":
      return { kind: "deposited", subject: event.deposit_id, amount_halalas: event.amount_halalas };
    case "wallet.top_up_stopped":
      return { kind: "top_up_stopped", subject: "" };
    case "campaign.paused":
      if (event.reason === "ended") return { kind: "campaign_ended", subject: event.campaign_id };
      if (event.reason === "licence") return { kind: "campaign_unlicensed", subject: event.campaign_id };
      if (event.reason === "store") return { kind: "campaign_store_closed", subject: event.campaign_id };
      return event.reason === "money" ? { kind: "campaign_paused", subject: event.campaign_id } : null;
    case "campaign.licence_ends_soon":
      return { kind: "licence_ends", subject: event.licence_id, day: event.ends_on };
    case "campaign.sync_failed":
      return { kind: "campaign_differs", subject: event.campaign_id };
    case "campaign.budget_reverted":
      return {
        kind: "budget_reverted",
        subject: event.campaign_id,
        amount_halalas: event.daily_budget_halalas,
      };
    case "ad_account.connection_lost":
      return { kind: "ad_account_lost", subject: event.ad_account_id };
    case "store.connection_lost":
      return { kind: "store_lost", subject: event.store_id };
    case "store.webhooks_silent":
      return { kind: "store_silent", subject: event.store_id };
    case "payments.card_expiring":
      return { kind: "card_expiring", subject: event.card_id, day: event.expires_on };
    case "billing.trial_ending":
      return { kind: "trial_ending", subject: event.subscription_id };
    case "billing.renewal_failed":
      return { kind: "renewal_failed", subject: event.subscription_id, day: event.next_try_on };
    case "billing.texts_not_covered":
      return { kind: "texts_used_up", subject: event.service };
    case "rules.acted":
      return event.outcome === "done" ? { kind: "rule_acted", subject: event.campaign_id } : null;
    case "rules.asked":
      return { kind: "rule_asks", subject: event.campaign_id };
    case "rules.rule_stopped":
      return { kind: "rule_stopped", subject: event.rule_id };
    case "notifications.week_ended":
      return {
        kind: "weekly_note",
        subject: event.campaign_id ?? "",
        amount_halalas: event.earned_halalas,
        wasted_halalas: event.wasted_halalas,
        advice: event.advice,
      };
    case "privacy.export_ready":
      return { kind: "data_copy_ready", subject: event.export_id };
    case "reports.delivered":
      return event.outcome === "queued"
        ? { kind: "report_ready", subject: event.report_id, to: event.member_id }
        : null;
    case "merchant.member_joined":
      return { kind: "member_joined", subject: event.person_id };
    case "merchant.member_left":
      if (event.reason === "left") return { kind: "member_left", subject: event.person_id ?? "" };
      return event.reason === "declined" ? { kind: "invitation_declined", subject: "" } : null;
    case "consultations.order_changed":
      return toOrderNotification(event);
    case "consultations.paid_order_not_placed":
      return { kind: "consultation_not_placed", subject: event.deposit_id };
    case "consultations.message_sent":
      return event.by === "staff" ? { kind: "consultation_message", subject: event.order_id } : null;
    case "consultations.meeting_near":
      return { kind: "consultation_near", subject: event.order_id };
  }
}

/** What our staff or the product did with an order; a merchant's own act is not told to them. */
function toOrderNotification({ order_id, status, change, by }: OrderChanged): NewNotification | null {
  if (by === "member" || change === "details" || status === "created" || status === "deleted") return null;
  return { kind: `consultation_${status}`, subject: order_id };
}
