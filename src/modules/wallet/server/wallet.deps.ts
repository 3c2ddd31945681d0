import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import type { AdSpendInvoicing } from "../contract/enums.ts";

export type WalletSettings = {
  /** Bounds of one deposit, in halalas. */
  depositMinHalalas: number;
  depositMaxHalalas: number;
  /** What may be withdrawn on a Riyadh day, in halalas. */
  withdrawalDailyLimitHalalas: number;
  /** Whether withdrawals rest after the mobile number or the bank account is new. */
  withdrawalRests: boolean;
  adSpendInvoicing: AdSpendInvoicing;
};

/** 100 SAR to 50,000 SAR: below it card fees consume the deposit, above it banks require a transfer. */
export const depositBounds = { depositMinHalalas: 10_000, depositMaxHalalas: 5_000_000 };

/** 20,000 SAR a day, unless the setting says otherwise. */
export const defaultWithdrawalDailyLimitSar = 20_000;
/** Ad spend is invoiced, unless the setting says otherwise (decision 142). */
export const defaultAdSpendInvoicing: AdSpendInvoicing = "monthly";
/** The smallest withdrawal: 1 SAR. */
export const minWithdrawalHalalas = 100;

/** Dependencies of the wallet's use cases; each use case picks the part it needs. */
export type WalletDeps = {
  payments: PaymentsFacade;
  merchants: Pick<
    MerchantsFacade,
    "requestConfirmation" | "confirm" | "loadMobileChangedAt" | "findContact" | "nameActors"
  >;
  messages: Messages;
  systemClock: Clock;
  log: Log;
  settings: WalletSettings;
};

/** The jobs have no caller who brings a database and the business time. */
export type WalletJobsDeps = WalletDeps & { db: Db; worldClock: Clock };
