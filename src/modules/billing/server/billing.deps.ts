import type { Clock } from "#base/server/clock.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import type { StaffFacade } from "#modules/staff/server/staff.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import type { InvoicesFacade } from "./invoices/invoices.facade.ts";

/** Dependencies of billing's use cases; each use case picks the part it needs. */
export type BillingDeps = {
  staff: StaffFacade;
  merchants: MerchantsFacade;
  stores: StoresFacade;
  payments: PaymentsFacade;
  wallet: WalletFacade;
  invoices: Pick<InvoicesFacade, "issueInvoice" | "creditSource">;
  messages: Messages;
  systemClock: Clock;
  worldClock: Clock;
  log: Log;
};
