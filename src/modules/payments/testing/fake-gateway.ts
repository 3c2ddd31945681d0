import { randomUUID } from "node:crypto";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import type { GatewayPayment, PaymentGateway } from "../server/payment-gateway.port.ts";

export type FakeGateway = PaymentGateway & {
  payments: Map<string, GatewayPayment>;
  /** Makes a payment at the gateway, as the cardholder would. */
  pay(intentId: string | null, amount: number, changes?: Partial<GatewayPayment>): GatewayPayment;
  change(id: string, changes: Partial<GatewayPayment>): void;
  isDown: boolean;
  /** The gateway's response to a charge is lost after it charged. */
  losesResponses: boolean;
  charges: string[];
  deletedTokens: string[];
  webhook: { id: string; code: string; isVerified: boolean };
};

export const webhookSecret = "secret";

/**
 * A gateway that keeps its payments in memory, for the tests of money; the vendor's simulator tests the adapter.
 */
export function makeFakeGateway(): FakeGateway {
  const payments = new Map<string, GatewayPayment>();
  const assertReachable = () => {
    if (fakeGateway.isDown) throw new AdapterFault("later", { reason: "the gateway is down" });
  };
  const fakeGateway: FakeGateway = {
    gateway: "moyasar",
    payments,
    isDown: false,
    losesResponses: false,
    charges: [],
    deletedTokens: [],
    webhook: { id: "", code: "", isVerified: false },
    pay(intentId, amount, changes = {}) {
      const payment: GatewayPayment = {
        id: randomUUID(),
        state: "paid",
        amount: halalas(amount),
        refunded: halalas(0),
        currency: "SAR",
        intentId,
        failure: null,
        actionUrl: null,
        cardToken: null,
        hasUnknownStatus: false,
        ...changes,
      };
      payments.set(payment.id, payment);
      return payment;
    },
    change(id, changes) {
      const payment = payments.get(id);
      if (payment) payments.set(id, { ...payment, ...changes });
    },
    getFormSettings: () => ({
      publishableKey: "pk_test",
      apiUrl: "http://gateway",
      scriptUrl: "http://cdn/form.js",
      styleUrl: "http://cdn/form.css",
      scriptIntegrity: null,
      styleIntegrity: null,
    }),
    async findPayment(id) {
      assertReachable();
      return payments.get(id) ?? null;
    },
    async listPayments(intentId) {
      assertReachable();
      return [...payments.values()].filter((payment) => payment.intentId === intentId);
    },
    async chargeCard({ paymentId, amount, intentId }) {
      assertReachable();
      const known = payments.get(paymentId);
      if (known) return known;
      fakeGateway.charges.push(paymentId);
      const charged = fakeGateway.pay(intentId, amount, { id: paymentId });
      if (fakeGateway.losesResponses) throw new AdapterFault("outcome_unknown", { reason: "no answer came" });
      return charged;
    },
    async findCard(token) {
      assertReachable();
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
    async refund(id) {
      fakeGateway.change(id, { state: "refunded" });
      return payments.get(id) ?? fakeGateway.pay(null, 0);
    },
    parseWebhook(rawBody) {
      const body = JSON.parse(rawBody.toString("utf8")) as Record<string, string>;
      if (body.secret !== webhookSecret) return null;
      const { id, payment_id, webhook_id, code } = body;
      const verification = webhook_id && code ? { webhookId: webhook_id, code } : null;
      return { eventId: String(id), type: "payment_paid", paymentId: payment_id ?? null, verification };
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
