import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";
import type { RulesFacade } from "#modules/rules/server/rules.facade.ts";
import type { StaffFacade } from "#modules/staff/server/staff.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import type { SchedulingVendor } from "./scheduling.port.ts";

/** What the module's use cases are bound to; each asks for what it needs of it. */
export type ConsultationsDeps = {
  db: Db;
  log: Log;
  worldClock: Clock;
  systemClock: Clock;
  /** The product's own address, without a trailing slash. */
  publicUrl: string;
  staff: Pick<StaffFacade, "recordAct" | "loadNames" | "listConsultants" | "findEmail">;
  outbox: Pick<MessagesFacade, "queueEmail">;
  messages: Messages;
  merchants: Pick<MerchantsFacade, "findContact" | "loadEmail" | "nameActors">;
  wallet: Pick<
    WalletFacade,
    "loadBalance" | "loadFree" | "holdPayment" | "capturePayment" | "returnPayment" | "depositMissing"
  >;
  figures: Pick<FiguresFacade, "query">;
  campaigns: Pick<
    CampaignsFacade,
    | "findCampaigns"
    | "listCampaignIds"
    | "changeBudgetFrom"
    | "createWrittenDraft"
    | "listCampaignsOfHeadline"
  >;
  rules: Pick<RulesFacade, "createDraftRule" | "isLive">;
  schedulingVendors: readonly SchedulingVendor[];
  billing: Pick<
    BillingFacade,
    | "issueInvoice"
    | "limitCoupons"
    | "priceWithCoupon"
    | "takeCoupon"
    | "returnCoupon"
    | "reserve"
    | "settle"
    | "release"
    | "isFromPlan"
    | "loadStock"
  >;
};
