import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import type { StaffFacade } from "#modules/staff/server/staff.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";

export type FinanceDeps = {
  db: Db;
  systemClock: Clock;
  staff: StaffFacade;
  merchants: MerchantsFacade;
  payments: PaymentsFacade;
  wallet: WalletFacade;
  billing: BillingFacade;
  settings: { creditConsentAboveHalalas: number };
};
