import { randomUUID } from "node:crypto";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { halalas } from "#base/shared/money.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import { paymentsRefusals } from "../contract/payments.refusals.ts";
import { isOver } from "../domain/payment.ts";
import { canAttach, firstCheckAt } from "../domain/schedule.ts";
import { countUnconfirmedAttempts, findPageAttempt, newAttempt, saveAttempt } from "./attempts.store.ts";
import { toReturnUrl } from "./create-intent.ts";
import { type IntentRow, lockOwnIntent, restartChecks, saveIntent } from "./intents.store.ts";
import type { GatewayPayment, PaymentGateway } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { type PaymentDeps, recordPayment } from "./settle-payment.ts";

type Deps = PaymentDeps &
  Pick<PaymentsDeps, "messages" | "settings"> & { merchants: Pick<MerchantsFacade, "findContact"> };
type Input = { intentId: string; language: Language };
type Page = { intent: IntentRow; paymentId: string };

/**
 * Opens the gateway's own page for an intent, or the page that is open already, and returns its address. The payment's
 * id is saved before the gateway is called: opened again after a lost answer, it is the same payment. Refuses
 * `base.not_found` for an intent that is not the merchant's, `payments.intent_over` once it is paid, and
 * `payments.page_unavailable` while the gateway does not answer.
 */
export const openPage = (deps: Deps) => {
  const record = recordPayment(deps);
  const open = openAtGateway(deps);
  return async (ctx: ReadContext, input: Input): Promise<{ url: string }> => {
    try {
      // The page that was open may have ended meanwhile: it is recorded, and a new one follows.
      for (let tries = 0; tries < 2; tries += 1) {
        const page = await transact(ctx, (ctx) => beginPage(deps, ctx, input));
        const payment = await open(ctx, page, input.language);
        await record(ctx.db, { gateway: page.intent.gateway, payment, now: ctx.now });
        if (payment.actionUrl) return { url: payment.actionUrl };
      }
    } catch (error) {
      if (!(error instanceof AdapterFault)) throw error;
      deps.log.warn(
        { err: error, intent_id: input.intentId, request_id: ctx.requestId },
        "the gateway's page could not be opened",
      );
    }
    return paymentsRefusals.refuse("payments.page_unavailable");
  };
};

/** Finds the attempt whose page is open, or saves a new one. */
async function beginPage({ systemClock }: Deps, ctx: Context, { intentId }: Input): Promise<Page> {
  const intent = await lockOwnIntent(ctx, intentId);
  if (!intent) return baseRefusals.refuse("base.not_found");
  if (isOver(intent.status) || intent.status === "expired" || intent.card_id !== null)
    return paymentsRefusals.refuse("payments.intent_over");
  const known = await findPageAttempt(ctx.tx, intentId);
  if (known) return { intent, paymentId: known.id };
  if (!canAttach(await countUnconfirmedAttempts(ctx, intentId)))
    return baseRefusals.refuse("base.too_many_requests");
  const at = systemClock.now();
  const paymentId = randomUUID();
  const { gateway } = intent;
  await saveAttempt(
    ctx,
    { ...newAttempt, gateway, id: paymentId, intent_id: intentId, source: "page", state: "requested" },
    { at },
  );
  if (intent.status !== "pending") await saveIntent(ctx, { ...intent, status: "pending", failure: null });
  await restartChecks(ctx, intentId, firstCheckAt(at));
  return { intent, paymentId };
}

/** The payment of the page, looked up first: the answer that told of it may have been lost. */
function openAtGateway({ gateways, merchants, messages, settings }: Deps) {
  return async (
    ctx: ReadContext,
    { intent, paymentId }: Page,
    language: Language,
  ): Promise<GatewayPayment> => {
    const gateway: PaymentGateway = gateways.find(intent.gateway);
    const existing = await gateway.findPayment(paymentId);
    if (existing) return existing;
    if (!gateway.openPage) throw new AdapterFault("rejected", { reason: `${gateway.gateway} has no page` });
    return gateway.openPage({
      paymentId,
      intentId: intent.id,
      amount: halalas(intent.amount_halalas),
      description: messages.translate(language, `payments:purpose_${intent.purpose}`),
      returnUrl: toReturnUrl(settings.publicUrl, intent),
      language,
      saveCard: intent.save_card,
      customer: await merchants.findContact(ctx),
    });
  };
}
