import { type Context, systemTxContext } from "#base/server/context.ts";
import { type Db, together } from "#base/server/db/db.ts";
import type { AttemptState } from "../contract/enums.ts";
import { readOffSession } from "../domain/declines.ts";
import { type Decision, decide } from "../domain/payment.ts";
import {
  type AttemptRow,
  adoptPaymentId,
  findAttempt,
  hasOtherOpenAttempt,
  saveAttempt,
} from "./attempts.store.ts";
import { type IntentRow, lockAnyIntent, saveIntent, savesCard } from "./intents.store.ts";
import { keepCard } from "./keep-card.ts";
import type { GatewayPayment } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { publishFailure, publishRefunded, toEventIntent } from "./publish-payment.ts";
import { loadRequested } from "./requested-refunds.ts";

/** What recording a payment needs. */
export type PaymentDeps = Pick<PaymentsDeps, "gateways" | "vault" | "systemClock" | "log">;

/**
 * Reads a payment at the gateway and records it: the only way a payment succeeds. It runs for every webhook, return
 * and sweep, in any order and however often. `now` is business time.
 */
export const settlePayment = (deps: PaymentDeps) => {
  const record = recordPayment(deps);
  return async (db: Db, { gateway, paymentId, isPaid = false, now }: SettleInput): Promise<void> => {
    if (isPaid && (await isRecordedAsPaid(db, gateway, paymentId))) return;
    const payment = await deps.gateways.find(gateway).findPayment(paymentId);
    if (payment) await record(db, { gateway, payment, now });
  };
};

/** `isPaid`: it is reported for nothing but that it was paid, and need not be read when that is known already. */
type SettleInput = { gateway: string; paymentId: string; isPaid?: boolean; now: Date };

async function isRecordedAsPaid(db: Db, gateway: string, paymentId: string): Promise<boolean> {
  const known = await findAttempt(db, gateway, paymentId);
  return known?.state === "paid" || known?.state === "refunded";
}

type RecordInput = { gateway: string; payment: GatewayPayment; now: Date };

/**
 * The same for a payment that was just read. The payment itself names its intent, and the intent its merchant: what a
 * browser reported is not used, and whoever made us read it, the product records it by itself. The ledger is not touched:
 * the events tell the owner of the intent's purpose.
 */
export const recordPayment =
  (deps: PaymentDeps) =>
  async (db: Db, { gateway, payment, now }: RecordInput): Promise<void> => {
    if (payment.hasUnknownStatus) alarm(deps, payment, "payment_strange");
    const token = (await isCardWanted(db, payment)) ? payment.cardToken : null;
    const card = token ? await deps.gateways.find(gateway).findCard(token) : null;
    await db.transaction(async (tx) => {
      const intent = payment.intentId === null ? undefined : await lockAnyIntent(tx, payment.intentId);
      if (!intent || intent.gateway !== gateway) return alarm(deps, payment, "payment_unknown");
      const isFirst = await recordOfIntent(deps, systemTxContext(tx, intent.merchant_id, now), {
        intent,
        payment: intent.off_session ? readOffSession(payment) : payment,
      });
      if (isFirst && token && intent.save_card)
        await keepCard(deps, systemTxContext(tx, intent.merchant_id, now), { intent, card });
    });
  };

/** The card is read at the gateway only when the intent that was paid saves it: a saved card's charge does not. */
const isCardWanted = async (db: Db, { state, cardToken, intentId }: GatewayPayment) =>
  state === "paid" && cardToken !== null && intentId !== null && (await savesCard(db, intentId));

/** Records what the gateway says of an intent's payment; true when it succeeded for the first time. */
async function recordOfIntent(
  deps: PaymentDeps,
  ctx: Context,
  { intent, payment }: { intent: IntentRow; payment: GatewayPayment },
): Promise<boolean> {
  const { gateway } = intent;
  if (payment.requestId) await adoptPaymentId(ctx, { gateway, requestId: payment.requestId, id: payment.id });
  const [known, isAnotherOpen] = await together(
    findAttempt(ctx.tx, gateway, payment.id),
    hasOtherOpenAttempt(ctx.tx, intent.id, payment.id),
  );
  const decision = decide({
    intent,
    known: known ?? null,
    reading: payment,
    hasOtherOpenAttempt: isAnotherOpen,
  });
  if (decision.attempt === null) return false;
  if (decision.isDisputedMoney) alarm(deps, payment, "payment_disputed");
  const { id: paymentId, amount, refunded } = payment;
  const requested = await loadRequested(ctx.tx, { gateway, paymentId, amount, refunded });
  const attempt = toAttempt({ intent, payment, known, state: decision.attempt, requested });
  await together(
    saveAttempt(ctx, attempt, { at: deps.systemClock.now(), isConfirmed: true }),
    carryOut(ctx, { intent, payment, decision, requested }),
  );
  return decision.events.includes("succeeded");
}

type Recorded = { intent: IntentRow; payment: GatewayPayment; requested: number };

/** Saves the intent's next status and publishes what happened. */
async function carryOut(
  ctx: Context,
  { intent, payment, decision, requested }: Recorded & { decision: Decision },
): Promise<void> {
  if (decision.intent) {
    const isPaid = decision.intent.status === "paid" || decision.intent.status === "refunded";
    const settledAt = intent.settled_at ?? (isPaid ? ctx.now : null);
    await saveIntent(ctx, { id: intent.id, ...decision.intent, settled_at: settledAt });
  }
  const ofPayment = { ...toEventIntent(intent), payment_id: payment.id, amount_halalas: payment.amount };
  for (const event of decision.events) {
    if (event === "succeeded") await ctx.tx.publish({ name: "payments.succeeded", ...ofPayment });
    if (event === "refunded")
      await publishRefunded(ctx, {
        intent,
        paymentId: payment.id,
        amount: payment.amount,
        refunded: payment.refunded,
        requested,
      });
    if (event === "failed") await publishFailure(ctx, intent, decision.intent?.failure ?? null);
  }
}

function toAttempt(read: {
  intent: IntentRow;
  payment: GatewayPayment;
  known: AttemptRow | undefined;
  state: AttemptState;
  requested: number;
}): AttemptRow {
  const { intent, payment, known, state, requested } = read;
  return {
    gateway: intent.gateway,
    id: payment.id,
    intent_id: intent.id,
    source: known?.source ?? "form",
    state,
    action_url: payment.actionUrl,
    refunded_halalas: payment.refunded,
    requested_refunds_halalas: requested,
    failure: payment.failure,
    method: payment.method,
    card_brand: payment.brand,
    card_last_four: payment.lastFour,
  };
}

function alarm({ log }: PaymentDeps, payment: GatewayPayment, alarmName: string) {
  const { id, state, amount, currency, intentId } = payment;
  log.error(
    { alarm: alarmName, payment_id: id, state, amount_halalas: amount, currency, intent_id: intentId },
    "a payment needs a manual check",
  );
}
