import type { FormSettings, PaymentGateway } from "#modules/payments/server/payment-gateway.port.ts";
import { makeMoyasarCalls } from "./calls.ts";
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

    async findPayment(id) {
      const response = await get(`/v1/payments/${encodeURIComponent(id)}`);
      return response === null ? null : parsePayment(response);
    },
    async listPayments(intentId) {
      const query = new URLSearchParams({ "metadata[deposit_id]": intentId });
      const response = (await get(`/v1/payments?${query}`)) as { payments?: unknown[] } | null;
      return (response?.payments ?? []).map(parsePayment).filter((payment) => payment.intentId === intentId);
    },

    async chargeCard({ paymentId, cardToken, amount, intentId, description, returnUrl }) {
      const response = await send("POST", "/v1/payments", {
        given_id: paymentId,
        amount,
        currency: "SAR",
        description,
        callback_url: returnUrl,
        metadata: { deposit_id: intentId },
        source: { type: "token", token: cardToken, "3ds": true },
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

    async refund(paymentId, amount) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`;
      return parsePayment(await send("POST", path, amount === undefined ? {} : { amount }));
    },

    parseWebhook: (rawBody) => parseWebhook(rawBody, settings.webhookSecret, isLive),
    ensureWebhook: (url, options) => ensureWebhook(calls, settings.webhookSecret, url, options),
    async verifyWebhook(webhookId, code) {
      await calls.send("POST", `/v1/webhooks/${encodeURIComponent(webhookId)}/verify`, { code });
    },
  };
}

function toFormSettings({ apiUrl, cdnUrl, publishableKey, formIntegrity }: MoyasarSettings): FormSettings {
  return {
    publishableKey,
    apiUrl,
    scriptUrl: `${cdnUrl}/mpf/${formVersion}/moyasar.js`,
    styleUrl: `${cdnUrl}/mpf/${formVersion}/moyasar.css`,
    scriptIntegrity: formIntegrity?.script ?? null,
    styleIntegrity: formIntegrity?.style ?? null,
  };
}
