import { timingSafeEqual } from "node:crypto";
import type { FormSettings, PaymentGateway } from "#modules/wallet/server/payment-gateway.port.ts";
import { makeMoyasarCalls } from "./calls.ts";
import { paymentIn, readCard, readPayment } from "./read-payment.ts";

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
const noticeTypes = [
  "payment_paid",
  "payment_failed",
  "payment_authorized",
  "payment_captured",
  "payment_refunded",
  "payment_voided",
  "payment_abandoned",
];

/** Moyasar behind the port: cards including mada. Oddities and their pages: QUIRKS.md. */
export function makeMoyasar(settings: MoyasarSettings): PaymentGateway {
  const { get, send } = makeMoyasarCalls(settings);
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
    async subscribe(url) {
      const known = (await get("/v1/webhooks")) as { webhooks?: { url?: unknown }[] } | null;
      if (known?.webhooks?.some((webhook) => webhook.url === url)) return;
      await send("POST", "/v1/webhooks", {
        http_method: "post",
        url,
        shared_secret: settings.webhookSecret,
        events: noticeTypes,
      });
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

/** Moyasar signs nothing: a shared secret stands in the body (Moyasar docs, Webhooks). It proves the sender, never the money. */
function readNotice(rawBody: Buffer, secret: string, isLive: boolean) {
  const body = parsed(rawBody);
  if (body === null || !isSame(body.secret_token, secret) || body.live !== isLive) return null;
  if (typeof body.id !== "string" || body.id.length > 200 || typeof body.type !== "string") return null;
  const payment = body.data as { id?: unknown } | null | undefined;
  const paymentId = body.type.startsWith("payment_") ? payment?.id : null;
  return {
    eventId: body.id,
    type: body.type.slice(0, 100),
    paymentId: typeof paymentId === "string" && /^[0-9a-f-]{36}$/.test(paymentId) ? paymentId : null,
  };
}

function parsed(rawBody: Buffer): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(rawBody.toString("utf8"));
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Constant time, and no throw when the lengths differ. */
function isSame(given: unknown, secret: string): boolean {
  if (typeof given !== "string") return false;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
