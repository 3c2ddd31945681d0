import { randomUUID } from "node:crypto";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import type { GatewayPayment, PaymentGateway } from "../server/payment-gateway.port.ts";

export type Till = PaymentGateway & {
  payments: Map<string, GatewayPayment>;
  /** What happens at the gateway, as the cardholder makes it happen. */
  pay(depositId: string | null, amount: number, changes?: Partial<GatewayPayment>): GatewayPayment;
  change(id: string, changes: Partial<GatewayPayment>): void;
  isDown: boolean;
  /** Answers of the gateway to a charge get lost after it charged. */
  losesAnswers: boolean;
  charges: string[];
  deletedTokens: string[];
  webhook: { id: string; code: string; isVerified: boolean };
};

export const noticeSecret = "secret";

/** A gateway that keeps its books in memory, for the wallet's own tests; the vendor's simulator tests the adapter. */
export function makeTill(): Till {
  const payments = new Map<string, GatewayPayment>();
  const reach = () => {
    if (till.isDown) throw new AdapterFault("later", { reason: "the gateway is down" });
  };
  const till: Till = {
    gateway: "moyasar",
    payments,
    isDown: false,
    losesAnswers: false,
    charges: [],
    deletedTokens: [],
    webhook: { id: "", code: "", isVerified: false },
    pay(depositId, amount, changes = {}) {
      const payment: GatewayPayment = {
        id: randomUUID(),
        state: "paid",
        amount: halalas(amount),
        refunded: halalas(0),
        currency: "SAR",
        depositId,
        failure: null,
        actionUrl: null,
        cardToken: null,
        isStrange: false,
        ...changes,
      };
      payments.set(payment.id, payment);
      return payment;
    },
    change(id, changes) {
      const payment = payments.get(id);
      if (payment) payments.set(id, { ...payment, ...changes });
    },
    form: () => ({
      publishableKey: "pk_test",
      apiUrl: "http://gateway",
      scriptUrl: "http://cdn/form.js",
      styleUrl: "http://cdn/form.css",
      scriptIntegrity: null,
      styleIntegrity: null,
    }),
    async payment(id) {
      reach();
      return payments.get(id) ?? null;
    },
    async paymentsOf(depositId) {
      reach();
      return [...payments.values()].filter((payment) => payment.depositId === depositId);
    },
    async chargeCard({ paymentId, amount, depositId }) {
      reach();
      const known = payments.get(paymentId);
      if (known) return known;
      till.charges.push(paymentId);
      const made = till.pay(depositId, amount, { id: paymentId });
      if (till.losesAnswers) throw new AdapterFault("outcome_unknown", { reason: "no answer came" });
      return made;
    },
    async card(token) {
      reach();
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
      reach();
      till.deletedTokens.push(token);
    },
    async refund(id) {
      till.change(id, { state: "refunded" });
      return payments.get(id) ?? till.pay(null, 0);
    },
    readNotice(rawBody) {
      const body = JSON.parse(rawBody.toString("utf8")) as Record<string, string>;
      if (body.secret !== noticeSecret) return null;
      const { id, payment_id, webhook_id, code } = body;
      const verification = webhook_id && code ? { webhookId: webhook_id, code } : null;
      return { eventId: String(id), type: "payment_paid", paymentId: payment_id ?? null, verification };
    },
    async subscribe(_url, { asksAgain }) {
      reach();
      const { webhook } = till;
      if (asksAgain || webhook.id === "") Object.assign(webhook, { id: randomUUID(), code: "482913" });
      return { webhookId: webhook.id, isVerified: webhook.isVerified };
    },
    async verifyWebhook(webhookId, code) {
      reach();
      const { webhook } = till;
      if (webhookId !== webhook.id || code !== webhook.code)
        throw new AdapterFault("rejected", { reason: "wrong" });
      webhook.isVerified = true;
    },
  };
  return till;
}
