import type { Context } from "#base/server/context.ts";
import type { Tx } from "#base/server/db/db.ts";
import { computeRequested } from "../domain/refunds.ts";
import { findAttempt, saveRequestedRefunds } from "./attempts.store.ts";
import { loadChargedBack } from "./chargebacks.store.ts";
import type { IntentRow } from "./intents.store.ts";
import { publishRefunded } from "./publish-payment.ts";
import { loadOwnRefunds } from "./refunds.store.ts";

type Payment = { gateway: string; paymentId: string; amount: number; refunded: number };

/** The part of `refunded` that is not the gateway's own doing: our refunds, and what came as a chargeback before. */
export async function loadRequested(
  tx: Tx,
  { gateway, paymentId, amount, refunded }: Payment,
): Promise<number> {
  if (refunded === 0) return 0;
  const own = await loadOwnRefunds(tx, { gateway, paymentId });
  const chargedBack = await loadChargedBack(tx, { gateway, paymentId });
  return computeRequested(refunded, own, { amount, chargedBack });
}

/**
 * Computes again which part of what went back of a payment our own refunds explain, and publishes it when it changed.
 * The intent is locked.
 */
export async function recordRequestedRefunds(
  ctx: Context,
  { intent, paymentId, at }: { intent: IntentRow; paymentId: string; at: Date },
): Promise<void> {
  const attempt = await findAttempt(ctx.tx, intent.gateway, paymentId);
  if (!attempt) return;
  const { gateway, refunded_halalas: refunded } = attempt;
  const { amount_halalas: amount } = intent;
  const requested = await loadRequested(ctx.tx, { gateway, paymentId, amount, refunded });
  if (requested === attempt.requested_refunds_halalas) return;
  await saveRequestedRefunds(ctx, { gateway, id: paymentId, requested_refunds_halalas: requested, at });
  await publishRefunded(ctx, { intent, paymentId, amount, refunded, requested });
}
