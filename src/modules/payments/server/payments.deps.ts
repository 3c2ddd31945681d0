import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { PaymentGateway } from "./payment-gateway.port.ts";

export type PaymentsSettings = {
  /** The product's public address, without a trailing slash: cardholders return to it, and webhooks are sent to it. */
  publicUrl: string;
};

/** Dependencies of the payments' use cases; each use case picks the part it needs. */
export type PaymentsDeps = {
  gateway: PaymentGateway;
  vault: Vault;
  messages: Messages;
  systemClock: Clock;
  log: Log;
  settings: PaymentsSettings;
};

/** The jobs have no caller who brings a database and the business time. */
export type PaymentsJobsDeps = PaymentsDeps & { db: Db; worldClock: Clock };
