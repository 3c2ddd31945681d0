import type { PaymentMethod } from "#modules/payments/contract/enums.ts";
import type { EmbeddedForm, PaymentGateway } from "#modules/payments/server/payment-gateway.port.ts";
import { makeMoyasarCalls } from "./calls.ts";
import { listChargebacks, listPaymentsMade, listReturns } from "./lists.ts";
import { parseCard, parsePayment, requirePayment } from "./parse-payment.ts";
import { ensureWebhook, parseWebhook } from "./webhooks.ts";

export type MoyasarSettings = {
  apiUrl: string;
  cdnUrl: string;
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  /** Subresource integrity of the form's two files, when pinned. */
  formIntegrity?: { script: string; style: string };
  /** What the form offers; cards alone unless the account has more. */
  methods?: readonly PaymentMethod[];
};

/** The form's version this adapter is built for (Moyasar docs, Basic integration). */
const formVersion = "1.15.0";
/** The payment gateway port for Moyasar: cards, mada included. Quirks and their sources: QUIRKS.md. */
export function makeMoyasar(settings: MoyasarSettings): PaymentGateway {
  const calls = makeMoyasarCalls(settings);
  const { get, send } = calls;
  const isLive = settings.secretKey.startsWith("sk_live_");

  return {
    gateway: "moyasar",
    getFormSettings: () => toFormSettings(settings),
    openPage: null,

    async findPayment(id) {
      const response = await get(`/v1/payments/${encodeURIComponent(id)}`);
      return response === null ? null : parsePayment(response);
    },
    async listPayments(intentId) {
      const query = new URLSearchParams({ "metadata[deposit_id]": intentId });
      const response = (await get(`/v1/payments?${query}`)) as { payments?: unknown[] } | null;
      return (response?.payments ?? []).map(parsePayment).filter((payment) => payment.intentId === intentId);
    },

    listPaymentsMade: (page) => listPaymentsMade(calls, page),

    async chargeCard({ paymentId, cardToken, amount, intentId, description, returnUrl, offSession }) {
      const response = await send("POST", "/v1/payments", {
        given_id: paymentId,
        amount,
        currency: "SAR",
        description,
        callback_url: returnUrl,
        metadata: { deposit_id: intentId },
        source: { type: "token", token: cardToken, "3ds": !offSession },
      });
      if (response !== "used_given_id") return parsePayment(response);
      return requirePayment(await get(`/v1/payments/${paymentId}`));
    },

    async findCard(token) {
      const response = await get(`/v1/tokens/${encodeURIComponent(token)}`);
      return response === null ? null : parseCard(response);
    },
    async deleteCard(token) {
      await send("DELETE", `/v1/tokens/${encodeURIComponent(token)}`, undefined, { ignoreNotFound: true });
    },

    async refund({ paymentId, amount }) {
      return parsePayment(
        await send("POST", `/v1/payments/${encodeURIComponent(paymentId)}/refund`, { amount }),
      );
    },
    listChargebacks: (since) => listChargebacks(calls, since),
    listReturns: (page) => listReturns(calls, page),

    parseWebhook: (rawBody) => parseWebhook(rawBody, settings.webhookSecret, isLive),
    ensureWebhook: (url, options) => ensureWebhook(calls, settings.webhookSecret, url, options),
    async verifyWebhook(webhookId, code) {
      await calls.send("POST", `/v1/webhooks/${encodeURIComponent(webhookId)}/verify`, { code });
    },
  };
}

function toFormSettings({
  apiUrl,
  cdnUrl,
  publishableKey,
  formIntegrity,
  methods = ["card"],
}: MoyasarSettings): EmbeddedForm {
  return {
    kind: "form",
    publishableKey,
    apiUrl,
    scriptUrl: `${cdnUrl}/mpf/${formVersion}/moyasar.js`,
    styleUrl: `${cdnUrl}/mpf/${formVersion}/moyasar.css`,
    scriptIntegrity: formIntegrity?.script ?? null,
    styleIntegrity: formIntegrity?.style ?? null,
    methods,
    applePayValidationUrl: methods.includes("apple_pay") ? `${apiUrl}/v1/applepay/initiate` : null,
  };
}
