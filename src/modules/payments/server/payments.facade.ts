import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { PageRequest } from "#base/server/db/keyset.ts";
import type { Language } from "#base/shared/language.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { IntentPurpose } from "../contract/enums.ts";
import type { PaymentForm } from "../contract/payment-form.ts";
import { computeLastDay, isEnding } from "../domain/cards.ts";
import { type AttachInput, attachPayment } from "./attach-payment.ts";
import { listPaidPayments, type PaidPayment } from "./attempts.store.ts";
import { type CardRow, findCard, findDefaultCard, hasCard, listCards } from "./cards.store.ts";
import {
  type Chargeback,
  isChargedBack,
  listChargebacks,
  listMerchantChargebacks,
  type MerchantChargeback,
  type ReviewInput,
} from "./chargebacks.store.ts";
import { checkIntentNow } from "./check-intent.ts";
import { createIntent, type NewIntent, type NewIntentInput } from "./create-intent.ts";
import { describeCard, describeFailure } from "./describe-failure.ts";
import { findIntent, type Intent, listIntents } from "./intents.store.ts";
import { findPaid, listPayments, listRefundable, type RefundablePayment } from "./list-refundable.ts";
import type { GatewayPage, GatewayPayment, PaymentGateway } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { presentCard } from "./payments.present.ts";
import { type DisputeInput, recordDispute } from "./record-dispute.ts";
import { loadRecordedChargebacks, loadRecordedPayments, type RecordedPayment } from "./recorded-payments.ts";
import { type FinishedRefund, listFinishedRefunds } from "./refunds.store.ts";
import { reopenForm } from "./reopen-form.ts";
import { type RefundInput, requestRefund } from "./request-refund.ts";
import { winChargeback } from "./win-chargeback.ts";

type OfPurpose = { purpose: IntentPurpose };
type OneIntent = OfPurpose & { intentId: string };

/**
 * The payments' interface for other modules. Whoever begins an intent subscribes to what happens to it: `payments.succeeded`,
 * `payments.refunded`, `payments.failed`, `payments.charged_back`.
 */
export type { Intent, RecordedPayment, RefundablePayment };
/** A card on file as other modules see it; `expiry` by the system clock. */
export type SavedCard = ReturnType<typeof presentCard> & {
  /** Its bank took a payment back and keeps it: the card is not charged without its cardholder. */
  is_charged_back: boolean;
};

export interface PaymentsFacade {
  /** Records what somebody is about to pay for, in the caller's transaction. */
  createIntent(ctx: Context, input: NewIntentInput): Promise<NewIntent>;
  /** The gateway's form of an intent that it may still pay; null for any other. */
  reopenForm(ctx: ReadContext, input: OneIntent & { language: Language }): Promise<PaymentForm | null>;
  /** Reports the payment that the gateway's form made; false when it belongs to another intent. */
  attachPayment(ctx: ReadContext, input: AttachInput): Promise<boolean>;
  /** Reads the intent's payments at the gateway now, at most every two seconds. */
  checkIntent(ctx: ReadContext, input: OneIntent): Promise<Intent | undefined>;
  /** Undefined for an intent of another merchant or purpose. */
  findIntent(ctx: ReadContext, input: OneIntent): Promise<Intent | undefined>;
  /** Why the last try to pay an intent failed, as a sentence; null while none has failed. */
  describeFailure(intent: Pick<Intent, "failure" | "failed_method">, language: Language): string | null;
  /** That the card of a paid intent could not be saved though the merchant wanted it; null otherwise. */
  describeCard(intent: Pick<Intent, "is_card_kept">, language: Language): string | null;
  /** Newest first. */
  listIntents(
    ctx: ReadContext,
    input: OfPurpose & PageRequest,
  ): Promise<{ items: Intent[]; page: number; size: number; total: number; next: string | null }>;
  /** All merchants' paid payments, for an owner that looks for what it has not carried out. */
  listPaidPayments(db: Db, input: ReviewInput): Promise<PaidPayment[]>;
  /** All merchants' chargebacks, for an owner that looks for what it has not carried out. */
  listChargebacks(db: Db, input: ReviewInput): Promise<Chargeback[]>;
  /** All merchants' finished refunds, for a requester that looks for what it has not carried out. */
  listFinishedRefunds(db: Db, input: ReviewInput): Promise<FinishedRefund[]>;
  /** Payments as they are recorded, by the ids of any gateway: to compare them with other books. */
  loadRecordedPayments(db: Db, ids: readonly string[]): Promise<RecordedPayment[]>;
  /** Of these chargebacks of a gateway, those that are recorded. */
  loadRecordedChargebacks: typeof loadRecordedChargebacks;
  /** The gateways that have keys, by name. The three calls below ask one of them: never inside a transaction. */
  listGateways(): string[];
  /** A page of the payments that a gateway lists itself. Throws AdapterFault, here and below. */
  listPaymentsMade(gateway: string, page: GatewayPage): ReturnType<PaymentGateway["listPaymentsMade"]>;
  /** A page of what a gateway lists as gone back. */
  listReturns(gateway: string, page: GatewayPage): ReturnType<PaymentGateway["listReturns"]>;
  /** A payment as the gateway has it now; null when it knows none. */
  findPaymentMade(gateway: string, paymentId: string): Promise<GatewayPayment | null>;
  /** Whether the merchant has a saved card that is not expired, by the system clock. */
  hasCard(ctx: ReadContext): Promise<boolean>;
  /** The card that charges without the merchant use unless they chose another; undefined when there is none. */
  findDefaultCard(ctx: ReadContext): Promise<SavedCard | undefined>;
  /** Undefined for a card that was removed or belongs to another merchant. */
  findCard(ctx: ReadContext, cardId: string): Promise<SavedCard | undefined>;
  /** Saved cards that end within a month, by the system clock, each with its last valid day. */
  listExpiringCards(ctx: ReadContext): Promise<{ id: string; last_four: string; expires_on: RiyadhDay }[]>;
  /** Paid payments with something left, newest first, at most 200. */
  listRefundable(
    ctx: ReadContext,
    input: { purposes: readonly IntentPurpose[] },
  ): Promise<RefundablePayment[]>;
  /** The same with those that have nothing left. */
  listPayments(
    ctx: ReadContext,
    input: { purposes: readonly IntentPurpose[]; size: number },
  ): Promise<RefundablePayment[]>;
  /** One paid payment, whatever it has left; undefined when it is another merchant's or not paid. */
  findPaid(ctx: ReadContext, paymentId: string): Promise<RefundablePayment | undefined>;
  /** Requests a refund, in the caller's transaction; `payments.refund_finished` ends it. */
  requestRefund(ctx: Context, input: RefundInput): Promise<{ refund_id: string }>;
  /** The merchant's chargebacks, newest first. */
  listMerchantChargebacks(ctx: ReadContext, input: { size: number }): Promise<MerchantChargeback[]>;
  /** Staff record a chargeback that the gateway does not list; once for its id: false when it was recorded before. */
  recordDispute(ctx: Context, input: DisputeInput): Promise<boolean>;
  /** Staff record that a chargeback, by the gateway's id, was won; once, however often: false when it was. Refuses `base.not_found`. */
  winChargeback(ctx: Context, input: { chargeback_id: string }): Promise<boolean>;
}

export function makePaymentsFacade(deps: PaymentsDeps): PaymentsFacade {
  const attach = attachPayment(deps);
  const present = async (ctx: ReadContext, card: CardRow | undefined): Promise<SavedCard | undefined> =>
    card && {
      ...presentCard(card, deps.systemClock.now()),
      is_charged_back: await isChargedBack(ctx, card),
    };
  return {
    createIntent: createIntent(deps),
    reopenForm: reopenForm(deps),
    attachPayment: (ctx, input) => transact(ctx, (ctx) => attach(ctx, input)),
    checkIntent: checkIntentNow(deps),
    findIntent,
    describeFailure: (intent, language) => describeFailure(deps.messages, language, intent),
    describeCard: (intent, language) => describeCard(deps.messages, language, intent),
    listIntents,
    listPaidPayments,
    listChargebacks,
    listFinishedRefunds,
    loadRecordedPayments,
    loadRecordedChargebacks,
    listGateways: () => deps.gateways.all.map(({ gateway }) => gateway),
    listPaymentsMade: async (gateway, page) => deps.gateways.find(gateway).listPaymentsMade(page),
    listReturns: async (gateway, page) => deps.gateways.find(gateway).listReturns(page),
    findPaymentMade: async (gateway, paymentId) => deps.gateways.find(gateway).findPayment(paymentId),
    hasCard: (ctx) => hasCard(ctx, deps.systemClock.now()),
    findDefaultCard: async (ctx) => present(ctx, await findDefaultCard(ctx)),
    findCard: async (ctx, cardId) => present(ctx, await findCard(ctx, cardId)),
    listExpiringCards: async (ctx) => {
      const ending = (await listCards(ctx)).filter((card) => isEnding(card, deps.systemClock.now()));
      return ending.map((card) => ({
        id: card.id,
        last_four: card.last_four,
        expires_on: computeLastDay(card),
      }));
    },
    listRefundable,
    listPayments,
    findPaid,
    requestRefund: requestRefund(deps),
    listMerchantChargebacks,
    recordDispute: recordDispute(deps),
    winChargeback: winChargeback(deps),
  };
}
