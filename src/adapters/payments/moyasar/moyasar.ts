import type { FormSettings, PaymentGateway } from "#modules/wallet/server/payment-gateway.port.ts";
import { makeMoyasarCalls } from "./calls.ts";
import { paymentIn, readCard, readPayment } from "./read-payment.ts";
import { readNotice, subscribe } from "./webhooks.ts";

export type MoyasarSettings = {
  apiUrl: string;
  cdnUrl: string;
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  /** Subresource integrity of the form's two files, when pinned. */
  formIntegrity?: { script: string; style: string };
};

/** The form's version this adapter is built against (Moyasar docs, Basic integration). */
const formVersion = "1.15.0";
/** Moyasar behind the port: cards including mada. Oddities and their pages: QUIRKS.md. */
export function makeMoyasar(settings: MoyasarSettings): PaymentGateway {
  const calls = makeMoyasarCalls(settings);
  const { get, send } = calls;
  const isLive = settings.secretKey.startsWith("sk_live_");

  return {
    gateway: "moyasar",
    form: () => formOf(settings),

    async payment(id) {
      const answer = await get(`/v1/payments/${encodeURIComponent(id)}`);
      return answer === null ? null : readPayment(answer);
    },
    async paymentsOf(depositId) {
      const query = new URLSearchParams({ "metadata[deposit_id]": depositId });
      const answer = (await get(`/v1/payments?${query}`)) as { payments?: unknown[] } | null;
      return (answer?.payments ?? []).map(readPayment).filter((payment) => payment.depositId === depositId);
    },

    async chargeCard({ paymentId, cardToken, amount, depositId, description, returnUrl }) {
      const answer = await send("POST", "/v1/payments", {
        given_id: paymentId,
        amount,
        currency: "SAR",
        description,
        callback_url: returnUrl,
        metadata: { deposit_id: depositId },
        source: { type: "token", token: cardToken, "3ds": true },
      });
      if (answer !== "used_given_id") return readPayment(answer);
      return paymentIn(await get(`/v1/payments/${paymentId}`));
    },

    async card(token) {
      const answer = await get(`/v1/tokens/${encodeURIComponent(token)}`);
      return answer === null ? null : readCard(answer);
    },
    async deleteCard(token) {
      await send("DELETE", `/v1/tokens/${encodeURIComponent(token)}`, undefined, { goneIsDone: true });
    },

    async refund(paymentId, amount) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`;
      return readPayment(await send("POST", path, amount === undefined ? {} : { amount }));
    },

    readNotice: (rawBody) => readNotice(rawBody, settings.webhookSecret, isLive),
    subscribe: (url, options) => subscribe(calls, settings.webhookSecret, url, options),
    async verifyWebhook(webhookId, code) {
      await calls.send("POST", `/v1/webhooks/${encodeURIComponent(webhookId)}/verify`, { code });
    },
  };
}

function formOf({ apiUrl, cdnUrl, publishableKey, formIntegrity }: MoyasarSettings): FormSettings {
  return {
    publishableKey,
    apiUrl,
    scriptUrl: `${cdnUrl}/mpf/${formVersion}/moyasar.js`,
    styleUrl: `${cdnUrl}/mpf/${formVersion}/moyasar.css`,
    scriptIntegrity: formIntegrity?.script ?? null,
    styleIntegrity: formIntegrity?.style ?? null,
  };
}
