import { systemTxContext } from "#base/server/context.ts";
import { type Db, prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { Language } from "#base/shared/language.ts";
import { halalas } from "#base/shared/money.ts";
import type { IntentPurpose } from "../contract/enums.ts";
import { findAttempt, saveAttempt } from "./attempts.store.ts";
import { toSealContext } from "./cards.store.ts";
import { toReturnUrl } from "./create-intent.ts";
import { lockAnyIntent, saveIntent } from "./intents.store.ts";
import type { GatewayPayment } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { publishFailure } from "./publish-payment.ts";
import { type PaymentDeps, recordPayment } from "./settle-payment.ts";

export type ChargeDeps = PaymentDeps & Pick<PaymentsDeps, "messages" | "settings">;
type Charge = Row<"payments.intents", "id" | "gateway" | "amount_halalas" | "subject" | "off_session"> &
  Row<"payments.cards", "sealed_token"> & { purpose: IntentPurpose; card_id: string };
type Input = { gateway: string; paymentId: string; language: Language; now: Date };

/**
 * Charges a saved card for an intent, once. The payment's id was saved with the intent; the gateway is asked for that
 * payment first, and refuses a second payment with the same id. The bank may require its page (3-D Secure): then the
 * intent waits with the page's address. `now` is business time.
 */
export const chargeCard = (deps: ChargeDeps) => {
  const record = recordPayment(deps);
  return async (db: Db, input: Input): Promise<void> => {
    const { gateway, paymentId, now } = input;
    const attempt = await findAttempt(db, gateway, paymentId);
    if (attempt?.state !== "requested") return;
    const charge = await findCharge(db, attempt.intent_id);
    if (!charge) return failIntent(deps, db, attempt.intent_id, input);
    try {
      await record(db, { gateway, payment: await chargeOnce(deps, charge, input), now });
    } catch (error) {
      // The queue retries every other fault, and each retry first looks for the payment at the gateway.
      if (!isFault(error, "rejected")) throw error;
      deps.log.warn({ err: error, payment_id: paymentId }, "the gateway refused to charge a saved card");
      await failIntent(deps, db, charge.id, input);
    }
  };
};

/** Undefined when the card was removed in the meantime. */
function findCharge(db: Db, intentId: string): Promise<Charge | undefined> {
  return db.maybeOne<Charge>(
    prepared(
      "payments.charge",
      sql`
    select intents.id, intents.gateway, intents.purpose, intents.subject, intents.amount_halalas, intents.off_session,
      cards.id as card_id, cards.sealed_token
    from payments.intents join payments.cards on cards.id = intents.card_id
    where intents.id = ${intentId} and cards.removed_at is null`,
    ),
  );
}

async function chargeOnce(
  { gateways, vault, messages, settings }: ChargeDeps,
  charge: Charge,
  { paymentId, language }: Input,
): Promise<GatewayPayment> {
  const gateway = gateways.find(charge.gateway);
  const existing = await gateway.findPayment(paymentId);
  if (existing) return existing;
  return gateway.chargeCard({
    paymentId,
    cardToken: vault.open(charge.sealed_token, toSealContext(charge.card_id)),
    amount: halalas(charge.amount_halalas),
    intentId: charge.id,
    description: messages.translate(language, `payments:purpose_${charge.purpose}`),
    returnUrl: toReturnUrl(settings.publicUrl, charge),
    language,
    offSession: charge.off_session,
  });
}

/** Nothing was charged and nothing will be: the intent fails, and the merchant can pay another way. */
async function failIntent(
  { systemClock }: ChargeDeps,
  db: Db,
  intentId: string,
  { gateway, paymentId, now }: Input,
): Promise<void> {
  await db.transaction(async (tx) => {
    const intent = await lockAnyIntent(tx, intentId);
    const attempt = await findAttempt(tx, gateway, paymentId);
    if (!intent || attempt?.state !== "requested") return;
    const ctx = systemTxContext(tx, intent.merchant_id, now);
    const failure = "unexplained" as const;
    await saveAttempt(ctx, { ...attempt, state: "failed", failure }, { at: systemClock.now() });
    await saveIntent(ctx, { ...intent, status: "failed", failure });
    await publishFailure(ctx, intent, failure);
  });
}
