import type { Language } from "#base/shared/language.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { PaymentFailure, PaymentState } from "../contract/enums.ts";

/**
 * Port of a payment gateway, in the product's terms. Every outside call may throw AdapterFault: `rejected` (show the
 * merchant), `later` (nothing was done), `outcome_unknown` (a write got no response: read before repeating),
 * `reconnect` (our keys are not accepted: an operator must act). Card data never passes here: the browser sends it to
 * the gateway's own form.
 */
export interface PaymentGateway
  extends PaymentForms,
    PaymentReader,
    CardCharger,
    CardStore,
    Refunder,
    WebhookReceiver {
  readonly gateway: string;
}

/** A payment as read from the gateway itself: the only source that is trusted. */
export type GatewayPayment = {
  id: string;
  state: PaymentState;
  amount: Halalas;
  refunded: Halalas;
  /** ISO 4217. */
  currency: string;
  /** The id of our intent that the payment carries; null when it carries none. */
  intentId: string | null;
  failure: PaymentFailure | null;
  /** The bank's page (3-D Secure), while the payment waits for the cardholder. */
  actionUrl: string | null;
  /** The saved card's token, when the payment saved one. It works only after the payment passed 3-D Secure. */
  cardToken: string | null;
  /** The gateway reported an unknown status: the state is pending, and an alarm is raised. */
  hasUnknownStatus: boolean;
};

/** What the browser needs to show the gateway's form. */
export type FormSettings = {
  publishableKey: string;
  apiUrl: string;
  scriptUrl: string;
  styleUrl: string;
  /** Subresource integrity (`sha384-…`), when the operator has pinned the form. */
  scriptIntegrity: string | null;
  styleIntegrity: string | null;
};
export interface PaymentForms {
  getFormSettings(): FormSettings;
}

export interface PaymentReader {
  /** Null when the gateway knows no such payment. */
  findPayment(id: string): Promise<GatewayPayment | null>;
  /** Payments that carry our intent's id: finds one whose id the browser never reported. */
  listPayments(intentId: string): Promise<GatewayPayment[]>;
}

export type CardCharge = {
  /** UUID v4, saved before the call; it becomes the payment's id. A repeated call with it makes no second payment. */
  paymentId: string;
  cardToken: string;
  amount: Halalas;
  intentId: string;
  description: string;
  /** Where the cardholder returns from the bank's page. */
  returnUrl: string;
  language: Language;
};
export interface CardCharger {
  /** Charges a saved card with the cardholder present. Returns the earlier payment when the id was used before. */
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

export interface Refunder {
  /** Refunds a paid payment, in full unless `amount` is given. */
  refund(paymentId: string, amount?: Halalas): Promise<GatewayPayment>;
}

/** Holds no amounts: only which payment to read again, or the code that verifies the webhook. */
export type WebhookEvent = {
  eventId: string;
  type: string;
  paymentId: string | null;
  verification: { webhookId: string; code: string } | null;
};
export interface WebhookReceiver {
  /** Null when the event is not the gateway's: wrong secret, wrong mode or wrong shape. */
  parseWebhook(rawBody: Buffer): WebhookEvent | null;
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
