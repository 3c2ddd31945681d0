import type { Language } from "#base/shared/language.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { PaymentFailure } from "../contract/wallet.words.ts";

/**
 * One payment gateway, in our words. Every call outside may throw AdapterFault: `rejected` (tell the merchant), `later`
 * (nothing was done), `outcome_unknown` (a writing got no answer: read before repeating), `reconnect` (our keys are
 * not accepted: an operator's matter). Card data never passes: the browser hands it to the gateway's own form.
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

/** `authorized` and every word the gateway may invent count as pending: only `paid` is money. */
export type PaymentState = "pending" | "paid" | "failed" | "refunded";

/** A payment as the gateway itself tells it when asked: the only thing that is believed. */
export type GatewayPayment = {
  id: string;
  state: PaymentState;
  amount: Halalas;
  refunded: Halalas;
  /** ISO 4217. */
  currency: string;
  /** Our deposit's id as the payment carries it; null when it carries none. */
  depositId: string | null;
  failure: PaymentFailure | null;
  /** The bank's page (3-D Secure), while it waits for the cardholder. */
  actionUrl: string | null;
  /** The saved card's token, when the payment saved one. Usable only once the payment passed 3-D Secure. */
  cardToken: string | null;
  /** A word we did not know came back: alarm, the state is pending. */
  hasUnknownStatus: boolean;
};

/** What the gateway's form needs in the browser. */
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
  /** Payments that carry our deposit's id: finds one whose id the browser never told us. */
  listPayments(depositId: string): Promise<GatewayPayment[]>;
}

export type CardCharge = {
  /** UUID v4 written down before the call; the payment's id. Asked again with it, no second payment is made. */
  paymentId: string;
  cardToken: string;
  amount: Halalas;
  depositId: string;
  description: string;
  /** Where the cardholder returns from the bank's page. */
  returnUrl: string;
  language: Language;
};
export interface CardCharger {
  /** Charges a saved card with the cardholder present. Answers with the earlier payment when the id was used. */
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
  /** Deleting what is gone is done. */
  deleteCard(token: string): Promise<void>;
}

export interface Refunder {
  /** Gives a paid payment back, whole unless `amount` says less. */
  refund(paymentId: string, amount?: Halalas): Promise<GatewayPayment>;
}

/** Never the money itself: only what to read again, or the code that verifies the webhook. */
export type WebhookEvent = {
  eventId: string;
  type: string;
  paymentId: string | null;
  verification: { webhookId: string; code: string } | null;
};
export interface WebhookReceiver {
  /** Null when the notice is not the gateway's: wrong secret, wrong mode, not its shape. */
  parseWebhook(rawBody: Buffer): WebhookEvent | null;
  /**
   * Has the gateway send its notices to this address, once however often it is asked. One that is not verified receives
   * none; with `resendCode` it is sent a new code, which may give it another id.
   */
  ensureWebhook(
    url: string,
    options: { resendCode: boolean },
  ): Promise<{ webhookId: string; isVerified: boolean }>;
  /** Gives back the code of a verification notice; `rejected` when it is wrong or too old. */
  verifyWebhook(webhookId: string, code: string): Promise<void>;
}
