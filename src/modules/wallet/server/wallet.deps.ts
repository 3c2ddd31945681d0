import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";

export type WalletSettings = {
  /** Bounds of one deposit, in halalas. */
  depositMinHalalas: number;
  depositMaxHalalas: number;
};

/** 100 SAR to 50,000 SAR: below it card fees consume the deposit, above it banks require a transfer. */
export const depositBounds: WalletSettings = { depositMinHalalas: 10_000, depositMaxHalalas: 5_000_000 };

/** Dependencies of the wallet's use cases; each use case picks the part it needs. */
export type WalletDeps = {
  payments: PaymentsFacade;
  messages: Messages;
  systemClock: Clock;
  log: Log;
  settings: WalletSettings;
};

/** The jobs have no caller who brings a database and the business time. */
export type WalletJobsDeps = WalletDeps & { db: Db; worldClock: Clock };
