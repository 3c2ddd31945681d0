import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { CardNeed } from "../contract/enums.ts";
import type { PaymentGateways } from "./payment-gateway.port.ts";

export type PaymentsSettings = {
  /** The product's public address, without a trailing slash: cardholders return to it, and webhooks are sent to it. */
  publicUrl: string;
  /** The file by which Apple knows our domain, as the gateway hands it out; without it there is no Apple Pay. */
  appleDomainAssociation?: string | undefined;
};

/** Dependencies of the payments' use cases; each use case picks the part it needs. */
export type PaymentsDeps = {
  gateways: PaymentGateways;
  /** What uses this card, or would stand without any: modules above know. */
  findCardNeeds(ctx: ReadContext, cardId: string): Promise<CardNeed[]>;
  merchants: Pick<MerchantsFacade, "findContact">;
  vault: Vault;
  messages: Messages;
  systemClock: Clock;
  log: Log;
  settings: PaymentsSettings;
};

/** The jobs have no caller who brings a database and the business time. */
export type PaymentsJobsDeps = PaymentsDeps & { db: Db; worldClock: Clock };
