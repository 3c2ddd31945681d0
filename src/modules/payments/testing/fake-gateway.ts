import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "#base/server/clock.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import type { RefundFailure } from "../contract/enums.ts";
import type {
  CardCharge,
  GatewayChargeback,
  GatewayPayment,
  PaymentGateway,
} from "../server/payment-gateway.port.ts";

export type FakeGateway = PaymentGateway & {
  payments: Map<string, GatewayPayment>;
  /** Makes a payment at the gateway, as the cardholder would. */
  pay(intentId: string | null, amount: number, changes?: Partial<GatewayPayment>): GatewayPayment;
  change(id: string, changes: Partial<GatewayPayment>): void;
  isDown: boolean;
  chargebacks: GatewayChargeback[];
  /** How the next saved-card charges end; paid unless named. */
  chargeResult: Partial<GatewayPayment>;
  /** The gateway refuses to refund, for this reason. */
  refusesRefunds: RefundFailure | null;
  refunds: string[];
  /** The gateway's response to a charge is lost after it charged. */
  losesResponses: boolean;
  charges: string[];
  lastCharge: CardCharge | null;
  deletedTokens: string[];
  /** Payments and cards that were read by their id. */
  reads: string[];
  webhook: { id: string; code: string; isVerified: boolean };
  /** Forgets all payments, and does what it is asked again. */
  reset(): void;
};

export const webhookSecret = "secret";

/** Payments on a page of its lists. */
const pageSize = 5;

/**
 * A gateway that keeps its payments in memory, for the tests of money; the vendor's simulator tests the adapter.
 */
export function makeFakeGateway({
  gateway = "moyasar",
  clock = systemClock,
}: {
  gateway?: string;
  clock?: Clock;
} = {}): FakeGateway {
  const payments = new Map<string, GatewayPayment>();
  const assertReachable = () => {
    if (fakeGateway.isDown) throw new AdapterFault("later", { reason: "the gateway is down" });
  };
  const fakeGateway: FakeGateway = {
    gateway,
    payments,
    isDown: false,
    chargebacks: [],
    chargeResult: {},
    refusesRefunds: null,
    refunds: [],
    losesResponses: false,
    charges: [],
    lastCharge: null,
    deletedTokens: [],
    reads: [],
    webhook: { id: "", code: "", isVerified: false },
    pay(intentId, amount, changes = {}) {
      const payment: GatewayPayment = {
        id: randomUUID(),
        requestId: null,
        state: "paid",
        amount: halalas(amount),
        refunded: halalas(0),
        currency: "SAR",
        intentId,
        failure: null,
        method: "card",
        brand: "mada",
        lastFour: "1010",
        actionUrl: null,
        cardToken: null,
        hasUnknownStatus: false,
        createdAt: clock.now(),
        changedAt: clock.now(),
        ...changes,
      };
      payments.set(payment.id, payment);
      return payment;
    },
    reset() {
      payments.clear();
      Object.assign(fakeGateway, {
        isDown: false,
        losesResponses: false,
        chargebacks: [],
        chargeResult: {},
        refusesRefunds: null,
        refunds: [],
        charges: [],
        lastCharge: null,
        deletedTokens: [],
        reads: [],
      });
    },
    change(id, changes) {
      const payment = payments.get(id);
      if (payment) payments.set(id, { ...payment, changedAt: clock.now(), ...changes });
    },
    openPage: null,
    getFormSettings: () => ({
      kind: "form",
      publishableKey: "pk_test",
      apiUrl: "http://gateway",
      scriptUrl: "http://cdn/form.js",
      styleUrl: "http://cdn/form.css",
      scriptIntegrity: null,
      styleIntegrity: null,
      methods: ["card"],
      applePayValidationUrl: null,
    }),
    async findPayment(id) {
      assertReachable();
      fakeGateway.reads.push(id);
      return payments.get(id) ?? null;
    },
    async listPayments(intentId) {
      assertReachable();
      return [...payments.values()].filter((payment) => payment.intentId === intentId);
    },
    async listPaymentsMade({ from, to, cursor }) {
      assertReachable();
      const made = [...payments.values()].filter(({ createdAt }) => createdAt >= from && createdAt < to);
      const { items, next } = toPage(made.reverse(), cursor);
      return { payments: items, next };
    },
    async chargeCard(charge) {
      const { paymentId, amount, intentId } = charge;
      assertReachable();
      fakeGateway.lastCharge = charge;
      const known = payments.get(paymentId);
      if (known) return known;
      fakeGateway.charges.push(paymentId);
      const charged = fakeGateway.pay(intentId, amount, { ...fakeGateway.chargeResult, id: paymentId });
      if (fakeGateway.losesResponses) throw new AdapterFault("outcome_unknown", { reason: "no answer came" });
      return charged;
    },
    async findCard(token) {
      assertReachable();
      fakeGateway.reads.push(token);
      return {
        token,
        isActive: !token.endsWith("_unverified"),
        brand: "mada",
        lastFour: "1010",
        expiryMonth: 12,
        expiryYear: 2030,
        holderName: "NOURA TEST",
      };
    },
    async deleteCard(token) {
      assertReachable();
      fakeGateway.deletedTokens.push(token);
    },
    async refund({ refundId, paymentId, amount }) {
      assertReachable();
      const payment = payments.get(paymentId);
      const reason = fakeGateway.refusesRefunds;
      if (!payment || reason)
        throw new AdapterFault("rejected", {
          reason: "no",
          messageKey: `payments:refund_failed_${reason ?? "refused"}`,
        });
      fakeGateway.refunds.push(refundId);
      fakeGateway.change(paymentId, { state: "refunded", refunded: halalas(payment.refunded + amount) });
      if (fakeGateway.losesResponses) throw new AdapterFault("outcome_unknown", { reason: "no answer came" });
      return payments.get(paymentId) ?? payment;
    },
    async listChargebacks(since) {
      assertReachable();
      return fakeGateway.chargebacks.filter(({ settledAt }) => settledAt >= since);
    },
    async listReturns({ from, to, cursor }) {
      assertReachable();
      const refunds = [...payments.values()]
        .filter(({ refunded }) => refunded > 0)
        .map(({ id, refunded, changedAt }) => ({
          kind: "refund" as const,
          id: `ref_${id}`,
          paymentId: id,
          amount: refunded,
          at: changedAt,
        }));
      const chargebacks = fakeGateway.chargebacks.map(({ settledAt, ...chargeback }) => ({
        kind: "chargeback" as const,
        ...chargeback,
        at: settledAt,
      }));
      const listed = [...refunds, ...chargebacks].filter(({ at }) => at >= from && at < to);
      const { items, next } = toPage(listed, cursor);
      return { returns: items, next };
    },
    parseWebhook(rawBody) {
      const body = JSON.parse(rawBody.toString("utf8")) as Record<string, string>;
      if (body.secret !== webhookSecret) return null;
      const { id, type = "payment_updated", payment_id, webhook_id, code } = body;
      const verification = webhook_id && code ? { webhookId: webhook_id, code } : null;
      const isPaid = type === "payment_paid";
      return { eventId: String(id), type, paymentId: payment_id ?? null, isPaid, verification };
    },
    async ensureWebhook(_url, { resendCode }) {
      assertReachable();
      const { webhook } = fakeGateway;
      if (resendCode || webhook.id === "") Object.assign(webhook, { id: randomUUID(), code: "482913" });
      return { webhookId: webhook.id, isVerified: webhook.isVerified };
    },
    async verifyWebhook(webhookId, code) {
      assertReachable();
      const { webhook } = fakeGateway;
      if (webhookId !== webhook.id || code !== webhook.code)
        throw new AdapterFault("rejected", { reason: "wrong" });
      webhook.isVerified = true;
    },
  };
  return fakeGateway;
}

/** A cursor is the number of rows before its page. */
function toPage<Row>(rows: readonly Row[], cursor: string | null): { items: Row[]; next: string | null } {
  const start = Number(cursor ?? 0);
  const end = start + pageSize;
  return { items: rows.slice(start, end), next: end < rows.length ? String(end) : null };
}
