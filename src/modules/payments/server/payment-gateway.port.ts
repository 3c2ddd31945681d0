import type { IncomingHttpHeaders } from "node:http";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Language } from "#base/shared/language.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { PaymentFailure, PaymentMethod, PaymentState } from "../contract/enums.ts";

/**
 * Port of a payment gateway, in the product's terms. Every outside call may throw AdapterFault: `rejected` (show the
 * merchant), `later` (nothing was done), `outcome_unknown` (a write got no response: read before repeating),
 * `reconnect` (our keys are not accepted: an operator must act). Card data never passes here: the browser sends it to
 * the gateway's own form.
 */
export interface PaymentGateway
  extends PaymentForms,
    PaymentPages,
    PaymentReader,
    CardCharger,
    CardStore,
    Refunder,
    ReturnReader,
    WebhookReceiver {
  readonly gateway: string;
}

/** The gateways of this installation. An intent ends on the one it began on, a card is charged where it was saved. */
export interface PaymentGateways {
  /** Where new payments begin. */
  readonly current: PaymentGateway;
  /** All that have keys, the current one among them. */
  readonly all: readonly PaymentGateway[];
  /** By the name stored with intents and cards. Throws the fault `reconnect` when that gateway has no keys any more. */
  find(name: string): PaymentGateway;
}

export function makeGateways(current: PaymentGateway, ...others: PaymentGateway[]): PaymentGateways {
  const all = [current, ...others];
  return {
    current,
    all,
    find(name) {
      const found = all.find(({ gateway }) => gateway === name);
      if (found) return found;
      throw new AdapterFault("reconnect", { reason: `no keys for the gateway ${name}` });
    },
  };
}

/** A payment as read from the gateway itself: the only source that is trusted. */
export type GatewayPayment = {
  id: string;
  /** The id that we gave with the request, where the gateway gives the payment one of its own; null where it took ours. */
  requestId: string | null;
  state: PaymentState;
  amount: Halalas;
  refunded: Halalas;
  /** ISO 4217. */
  currency: string;
  /** The id of our intent that the payment carries; null when it carries none. */
  intentId: string | null;
  failure: PaymentFailure | null;
  method: PaymentMethod;
  /** Of the card or the wallet that paid, as far as the gateway shows them. */
  brand: string | null;
  lastFour: string | null;
  /** The bank's page (3-D Secure), while the payment waits for the cardholder. */
  actionUrl: string | null;
  /** The saved card's token, when the payment saved one. It works only after the payment passed 3-D Secure. */
  cardToken: string | null;
  /** The gateway reported an unknown status: the state is pending, and an alarm is raised. */
  hasUnknownStatus: boolean;
  /** When it was made at the gateway, and when it last changed there, as far as the gateway says. */
  createdAt: Date;
  changedAt: Date;
};

/** A page of a gateway's own list: what is dated in [from, to). `cursor` is the `next` of the page before, or null. */
export type GatewayPage = { from: Date; to: Date; cursor: string | null };

/** What the browser needs to show the gateway's form; `redirect` when it has none, and takes the card on its own page. */
export type FormSettings = EmbeddedForm | { kind: "redirect" };
export type EmbeddedForm = {
  kind: "form";
  publishableKey: string;
  apiUrl: string;
  scriptUrl: string;
  styleUrl: string;
  /** Subresource integrity (`sha384-…`), when the operator has pinned the form. */
  scriptIntegrity: string | null;
  styleIntegrity: string | null;
  methods: readonly PaymentMethod[];
  /** Where the browser validates this site with Apple; null without Apple Pay. */
  applePayValidationUrl: string | null;
};
export interface PaymentForms {
  getFormSettings(): FormSettings;
}

export interface PaymentReader {
  /** By the gateway's id, or by the one we gave with the request. Null when the gateway knows no such payment. */
  findPayment(id: string): Promise<GatewayPayment | null>;
  /** Payments that carry our intent's id: finds one whose id the browser never reported. */
  listPayments(intentId: string): Promise<GatewayPayment[]>;
  /** A page of the payments made at the gateway in that time, whether we know them or not: to compare with ours. */
  listPaymentsMade(page: GatewayPage): Promise<{ payments: GatewayPayment[]; next: string | null }>;
}

/** A payment that the product begins at the gateway. */
export type NewPayment = {
  /**
   * UUID v4, saved before the call; it becomes the payment's id, or its `requestId`. A repeated call with it makes no
   * second payment.
   */
  paymentId: string;
  amount: Halalas;
  intentId: string;
  description: string;
  /** Where the cardholder returns from the gateway's or the bank's page. */
  returnUrl: string;
  language: Language;
};
export type PagePayment = NewPayment & {
  saveCard: boolean;
  /** The merchant's name and mobile number, which a gateway may require. */
  customer: { name: string; mobile: string };
};
export interface PaymentPages {
  /**
   * Begins a payment on the gateway's own page; its address is `actionUrl`. Returns the earlier payment when the id was
   * used before. Null for a gateway whose form stands in our page.
   */
  readonly openPage: ((payment: PagePayment) => Promise<GatewayPayment>) | null;
}

export type CardCharge = NewPayment & {
  cardToken: string;
  /** The cardholder is not there: no bank page. A bank that wants one declines with `authentication_required`. */
  offSession: boolean;
};
export interface CardCharger {
  /** Charges a saved card. Returns the earlier payment when the id was used before. */
  chargeCard(charge: CardCharge): Promise<GatewayPayment>;
}

export type GatewayCard = {
  token: string;
  isActive: boolean;
  brand: string;
  lastFour: string;
  expiryMonth: number;
  expiryYear: number;
  holderName: string;
};
export interface CardStore {
  findCard(token: string): Promise<GatewayCard | null>;
  /** Deletes the token. A token that does not exist counts as deleted. */
  deleteCard(token: string): Promise<void>;
}

export type Refund = {
  /** Ours; sent along where the gateway takes a reference. */
  refundId: string;
  paymentId: string;
  amount: Halalas;
  reason: string;
};
export interface Refunder {
  /**
   * Refunds a part of a paid payment or all of it, and returns the payment with what has gone back of it in all. Nothing
   * protects against a second call: after a lost response `findPayment` shows whether `refunded` grew. `rejected` says
   * that nothing went back; its `messageKey` is `payments:refund_failed_<RefundFailure>`.
   */
  refund(refund: Refund): Promise<GatewayPayment>;
}

/** Money that a bank took back for its cardholder. */
export type GatewayChargeback = { id: string; paymentId: string; amount: Halalas; settledAt: Date };
/** Money that went back of a payment, as the gateway lists it apart from the payment itself. */
export type GatewayReturn = {
  kind: "refund" | "chargeback";
  /** Of a chargeback, as `listChargebacks` names it. */
  id: string;
  paymentId: string;
  amount: Halalas;
  at: Date;
};
export interface ReturnReader {
  /** Chargebacks that the gateway settled at or after then. */
  listChargebacks(since: Date): Promise<GatewayChargeback[]>;
  /** A page of what went back in that time, of payments however old: to compare with ours. */
  listReturns(page: GatewayPage): Promise<{ returns: GatewayReturn[]; next: string | null }>;
}

/** Holds no amounts: only which payment to read again, or the code that verifies the webhook. */
export type WebhookEvent = {
  eventId: string;
  type: string;
  paymentId: string | null;
  /** It says only that the payment was paid: once that is known there is nothing to read. */
  isPaid: boolean;
  verification: { webhookId: string; code: string } | null;
};
export interface WebhookReceiver {
  /** Null when the event is not the gateway's: wrong secret or signature, wrong mode or wrong shape. */
  parseWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): WebhookEvent | null;
  /**
   * Ensures that the gateway sends its events to this address; repeated calls make one webhook. An unverified webhook
   * receives no events. With `resendCode` the gateway sends a new code, which may change the webhook's id.
   */
  ensureWebhook(
    url: string,
    options: { resendCode: boolean },
  ): Promise<{ webhookId: string; isVerified: boolean }>;
  /** Sends the code of a verification event back; `rejected` when it is wrong or expired. */
  verifyWebhook(webhookId: string, code: string): Promise<void>;
}
