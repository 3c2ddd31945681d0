import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { PaymentGateway } from "./payment-gateway.port.ts";

export type WalletSettings = {
  /** The product's public address, without a trailing slash: cardholders return to it, and webhooks are sent to it. */
  publicUrl: string;
  /** Bounds of one deposit, in halalas. */
  depositMinHalalas: number;
  depositMaxHalalas: number;
};

/** 100 SAR to 50,000 SAR: below it card fees consume the deposit, above it banks require a transfer. */
export const depositBounds = { depositMinHalalas: 10_000, depositMaxHalalas: 5_000_000 };

/** Dependencies of the wallet's use cases; each use case picks the part it needs. */
export type WalletDeps = {
  gateway: PaymentGateway;
  vault: Vault;
  messages: Messages;
  systemClock: Clock;
  log: Log;
  settings: WalletSettings;
};

/** The jobs have no caller who brings a database and the business time. */
export type WalletJobsDeps = WalletDeps & { db: Db; worldClock: Clock };
