import { recordAudit } from "#base/server/audit.ts";
import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { type AttemptState, cardThemes } from "../contract/enums.ts";
import { type Decision, decide } from "../domain/payment.ts";
import { type AttemptRow, findAttempt, hasOtherOpenAttempt, saveAttempt } from "./attempts.store.ts";
import { hashToken, insertCard, listCards, toSealContext } from "./cards.store.ts";
import { type IntentRow, lockAnyIntent, saveIntent } from "./intents.store.ts";
import type { GatewayCard, GatewayPayment } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

/** What recording a payment needs. */
export type PaymentDeps = Pick<PaymentsDeps, "gateway" | "vault" | "systemClock" | "log">;

/**
 * Reads a payment at the gateway and records it: the only way a payment succeeds. It runs for every webhook, return
 * and sweep, in any order and however often. `now` is business time.
 */
export const settlePayment = (deps: PaymentDeps) => {
  const record = recordPayment(deps);
  return async (db: Db, { paymentId, now }: { paymentId: string; now: Date }): Promise<void> => {
    const payment = await deps.gateway.findPayment(paymentId);
    if (payment) await record(db, { payment, now });
  };
};

/**
 * The same for a payment that was just read. The payment itself names its intent, and the intent its merchant: what a
 * browser reported is not used, and whoever made us read it, the product records it by itself. The ledger is not touched:
 * the events tell the owner of the intent's purpose.
 */
export const recordPayment =
  (deps: PaymentDeps) =>
  async (db: Db, { payment, now }: { payment: GatewayPayment; now: Date }): Promise<void> => {
    const { gateway, systemClock } = deps;
    if (payment.hasUnknownStatus) alarm(deps, payment, "payment_strange");
    const card =
      payment.state === "paid" && payment.cardToken ? await gateway.findCard(payment.cardToken) : null;
    await db.transaction(async (tx) => {
      const intent = payment.intentId === null ? undefined : await lockAnyIntent(tx, payment.intentId);
      if (!intent || intent.gateway !== gateway.gateway) return alarm(deps, payment, "payment_unknown");
      const known = await findAttempt(tx, gateway.gateway, payment.id);
      const decision = decide({
        intent,
        known: known ?? null,
        reading: payment,
        hasOtherOpenAttempt: await hasOtherOpenAttempt(tx, intent.id, payment.id),
      });
      if (decision.attempt === null) return;
      if (decision.isDisputedMoney) alarm(deps, payment, "payment_disputed");
      const ctx = systemTxContext(tx, intent.merchant_id, now);
      const attempt = toAttempt({ intent, payment, known, state: decision.attempt });
      await saveAttempt(ctx, attempt, { at: systemClock.now(), isConfirmed: true });
      await carryOut(ctx, { intent, payment, decision });
      const isFirst = decision.events.includes("succeeded");
      if (isFirst && card?.isActive && intent.save_card) await saveCard(deps, ctx, card);
    });
  };

/** Saves the intent's next status and publishes what happened. */
async function carryOut(
  ctx: Context,
  { intent, payment, decision }: { intent: IntentRow; payment: GatewayPayment; decision: Decision },
): Promise<void> {
  if (decision.intent) {
    const isPaid = decision.intent.status === "paid" || decision.intent.status === "refunded";
    const settledAt = intent.settled_at ?? (isPaid ? ctx.now : null);
    await saveIntent(ctx, { id: intent.id, ...decision.intent, settled_at: settledAt });
  }
  const { id: intent_id, merchant_id, purpose, subject } = intent;
  const ofIntent = { merchant_id, intent_id, purpose, subject };
  const ofPayment = { ...ofIntent, payment_id: payment.id, amount_halalas: payment.amount };
  for (const event of decision.events) {
    if (event === "succeeded") await ctx.tx.publish({ name: "payments.succeeded", ...ofPayment });
    if (event === "refunded")
      await ctx.tx.publish({ name: "payments.refunded", ...ofPayment, refunded_halalas: payment.refunded });
    if (event === "failed") await ctx.tx.publish({ name: "payments.failed", ...ofIntent });
  }
}

async function saveCard({ vault, gateway }: PaymentDeps, ctx: Context, card: GatewayCard) {
  const id = newId("crd");
  const count = (await listCards(ctx)).length;
  const shown = {
    brand: card.brand,
    last_four: card.lastFour,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
  };
  const added = await insertCard(ctx, {
    ...shown,
    id,
    gateway: gateway.gateway,
    sealed_token: vault.seal(card.token, toSealContext(id)),
    token_hash: hashToken(card.token),
    holder_name: card.holderName,
    name: card.brand,
    theme: cardThemes[count % cardThemes.length] ?? "blue",
    added_at: ctx.now,
  });
  if (!added) return;
  await ctx.tx.publish({ name: "payments.card_added", merchant_id: ctx.actor.merchantId, card_id: id });
  await recordAudit(ctx, { module: "payments", action: "payments.card_added", subject: id, after: shown });
}

function toAttempt(read: {
  intent: IntentRow;
  payment: GatewayPayment;
  known: AttemptRow | undefined;
  state: AttemptState;
}): AttemptRow {
  const { intent, payment, known, state } = read;
  return {
    gateway: intent.gateway,
    id: payment.id,
    intent_id: intent.id,
    source: known?.source ?? "form",
    state,
    action_url: payment.actionUrl,
    refunded_halalas: payment.refunded,
    failure: payment.failure,
  };
}

function alarm({ log }: PaymentDeps, payment: GatewayPayment, alarmName: string) {
  const { id, state, amount, currency, intentId } = payment;
  log.error(
    { alarm: alarmName, payment_id: id, state, amount_halalas: amount, currency, intent_id: intentId },
    "a payment needs a manual check",
  );
}
