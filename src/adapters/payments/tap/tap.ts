import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import type {
  GatewayPayment,
  NewPayment,
  PaymentGateway,
} from "#modules/payments/server/payment-gateway.port.ts";
import { toRiyals } from "./amounts.ts";
import { makeTapCalls, type TapCalls } from "./calls.ts";
import { parseCard, readCardToken, toCardPath } from "./cards.ts";
import { mayBeRefunded, readCharge, toPayment } from "./parse-charge.ts";
import { listReturns, loadRefunded, sendRefund, toPeriod } from "./refunds.ts";
import { parseWebhook } from "./webhooks.ts";

export type TapSettings = {
  apiUrl: string;
  secretKey: string;
  /** Where Tap posts what happened to each charge: it is named with the charge, there is no subscription. */
  webhookUrl: string;
};

/** The payment gateway port for Tap: cards, mada included, on Tap's own page. Quirks and their sources: QUIRKS.md. */
export function makeTap(settings: TapSettings): PaymentGateway {
  const calls = makeTapCalls(settings);
  const { secretKey, webhookUrl } = settings;
  const isLive = secretKey.startsWith("sk_live_");
  const charge = async (body: object) => toPayment(readCharge(await calls.send("POST", "/v2/charges", body)));

  return {
    gateway: "tap",
    getFormSettings: () => ({ kind: "redirect" }),
    ...reader(calls),

    openPage: ({ customer, saveCard, ...payment }) =>
      charge({
        ...toChargeBody(payment, webhookUrl),
        customer_initiated: true,
        threeDSecure: true,
        save_card: saveCard,
        customer: toCustomer(customer),
        source: { id: "src_all" },
      }),

    async chargeCard({ cardToken, offSession, ...payment }) {
      const { customerId, cardId, agreementId } = readCardToken(cardToken);
      const made = await calls.send("POST", "/v2/tokens", {
        saved_card: { card_id: cardId, customer_id: customerId },
      });
      return charge({
        ...toChargeBody(payment, webhookUrl),
        customer_initiated: !offSession,
        threeDSecure: !offSession,
        save_card: false,
        customer: { id: customerId },
        source: { id: (made as { id?: unknown } | null)?.id },
        ...(offSession ? { payment_agreement: { id: agreementId } } : {}),
      });
    },

    async findCard(token) {
      return parseCard(token, await calls.get(toCardPath(readCardToken(token))));
    },
    async deleteCard(token) {
      await calls.send("DELETE", toCardPath(readCardToken(token)));
    },

    async refund(refund) {
      await sendRefund(calls, refund, webhookUrl);
      return requirePayment(calls, refund.paymentId);
    },
    // Tap names disputes only in the files of its payouts, whose columns are not published: see QUIRKS.md.
    // Staff record them as its dashboard shows them.
    listChargebacks: async () => [],
    listReturns: (page) => listReturns(calls, page),

    parseWebhook: (rawBody, headers) => parseWebhook(rawBody, headers, { secretKey, isLive }),
    ensureWebhook: async () => ({ webhookId: "post_url", isVerified: true }),
    async verifyWebhook() {
      throw new AdapterFault("rejected", { reason: "Tap's webhooks have no code" });
    },
  };
}

/** Charges as Tap has them now, each with what has gone back of it. */
function reader(calls: TapCalls): Pick<PaymentGateway, "findPayment" | "listPayments" | "listPaymentsMade"> {
  const completeAll = async (answers: readonly unknown[]): Promise<GatewayPayment[]> => {
    const charges = answers.map(readCharge);
    const refunded = await loadRefunded(
      calls,
      charges.filter(mayBeRefunded).map(({ id }) => id),
    );
    return charges.map((charge) => toPayment(charge, refunded.get(charge.id)));
  };
  async function* listCharges(filter: object): AsyncGenerator<GatewayPayment> {
    for await (const each of calls.list("charges", filter)) yield* await completeAll([each]);
  }
  return {
    async findPayment(id) {
      if (id.startsWith("chg_")) {
        const answer = await calls.get(`/v2/charges/${encodeURIComponent(id)}`);
        return answer === null ? null : ((await completeAll([answer]))[0] ?? null);
      }
      // An id of ours: the response that would have told us Tap's own was lost.
      for await (const payment of listCharges({ metadata: id })) if (payment.requestId === id) return payment;
      return null;
    },
    async listPayments(intentId) {
      const found: GatewayPayment[] = [];
      for await (const payment of listCharges({ metadata: intentId }))
        if (payment.intentId === intentId) found.push(payment);
      return found;
    },
    async listPaymentsMade({ cursor, ...period }) {
      const { items, next } = await calls.readPage(
        "charges",
        { ...toPeriod(period), order_by: "date" },
        cursor,
      );
      return { payments: await completeAll(items), next };
    },
  };
}

async function requirePayment(calls: TapCalls, id: string): Promise<GatewayPayment> {
  const payment = await reader(calls).findPayment(id);
  if (payment) return payment;
  throw new AdapterFault("outcome_unknown", { reason: "Tap refunded a charge that it does not show" });
}

/** `idempotent`: within 24 hours Tap answers the same charge again instead of making another. */
function toChargeBody(
  { paymentId, intentId, amount, description, returnUrl }: NewPayment,
  webhookUrl: string,
): object {
  return {
    amount: toRiyals(halalas(amount)),
    currency: "SAR",
    description,
    metadata: { deposit_id: intentId, payment_id: paymentId },
    reference: { transaction: paymentId, order: intentId, idempotent: paymentId },
    receipt: { email: false, sms: false },
    redirect: { url: returnUrl },
    post: { url: webhookUrl },
  };
}

/** Tap requires a first name, and a telephone number or an e-mail address. */
function toCustomer({ name, mobile }: { name: string; mobile: string }): object {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return {
    first_name: first.slice(0, 149),
    ...(rest.length > 0 ? { last_name: rest.join(" ").slice(0, 149) } : {}),
    phone: { country_code: "966", number: mobile.replace(/^(\+?966|0)/, "") },
  };
}
