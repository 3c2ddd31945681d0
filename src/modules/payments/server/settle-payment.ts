import { recordAudit } from "#base/server/audit.ts";
import { type Context, systemTxContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { cardThemes } from "../contract/enums.ts";
import { hashToken, insertCard, listCards, toSealContext } from "./cards.store.ts";
import { creditDeposit } from "./credit-deposit.ts";
import { debitRefund } from "./debit-refund.ts";
import {
  type DepositRow,
  findPayment,
  lockAnyDeposit,
  type PaymentRow,
  saveDeposit,
  savePayment,
} from "./deposits.store.ts";
import type { GatewayCard, GatewayPayment } from "./payment-gateway.port.ts";
import type { WalletDeps } from "./wallet.deps.ts";

/** What recording a payment needs. */
export type PaymentDeps = Pick<WalletDeps, "gateway" | "vault" | "systemClock" | "log">;

/**
 * Reads a payment at the gateway and records it: the only way money enters a wallet. It runs for every webhook, return
 * and sweep, in any order and however often; a payment is credited once by its id. `now` is business time.
 */
export const settlePayment = (deps: PaymentDeps) => {
  const record = recordPayment(deps);
  return async (db: Db, { paymentId, now }: { paymentId: string; now: Date }): Promise<void> => {
    const payment = await deps.gateway.findPayment(paymentId);
    if (payment) await record(db, { payment, now });
  };
};

/**
 * The same for a payment that was just read. The payment itself names its deposit, and the deposit its merchant: what a
 * browser reported is not used, and whoever made us read it, the product records it by itself.
 */
export const recordPayment =
  (deps: PaymentDeps) =>
  async (db: Db, { payment, now }: { payment: GatewayPayment; now: Date }): Promise<void> => {
    const { gateway, systemClock } = deps;
    if (payment.hasUnknownStatus) alarm(deps, payment, "payment_strange");
    const card =
      payment.state === "paid" && payment.cardToken ? await gateway.findCard(payment.cardToken) : null;
    await db.transaction(async (tx) => {
      const deposit = payment.depositId === null ? undefined : await lockAnyDeposit(tx, payment.depositId);
      if (!deposit || deposit.gateway !== gateway.gateway) return alarm(deps, payment, "payment_unknown");
      const known = await findPayment(tx, gateway.gateway, payment.id);
      if (isStale(payment, known)) return;
      const ctx = systemTxContext(tx, deposit.merchant_id, now);
      const confirmed = { at: systemClock.now(), isConfirmed: true };
      if (payment.amount !== deposit.amount_halalas || payment.currency !== "SAR") {
        if (payment.state === "paid") alarm(deps, payment, "payment_disputed");
        return savePayment(ctx, toPaymentRow(deps, deposit, payment, known, "disputed"), confirmed);
      }
      await savePayment(ctx, toPaymentRow(deps, deposit, payment, known, payment.state), confirmed);
      await applyPayment(deps, ctx, { deposit, payment, known, card });
    });
  };

/** Whether this response is older than the one already recorded: it must not undo money that came. */
function isStale(payment: GatewayPayment, known: PaymentRow | undefined): boolean {
  if (known?.state !== "paid" && known?.state !== "refunded") return false;
  const isUnpaid = payment.state === "pending" || payment.state === "failed";
  return isUnpaid || payment.refunded < known.refunded_halalas;
}

type Reading = {
  deposit: DepositRow;
  payment: GatewayPayment;
  known: PaymentRow | undefined;
  card: GatewayCard | null;
};

async function applyPayment(
  deps: PaymentDeps,
  ctx: Context,
  { deposit, payment, known, card }: Reading,
): Promise<void> {
  const wasCredited = known?.state === "paid" || known?.state === "refunded";
  const isWholeRefund = payment.refunded >= payment.amount;
  if (payment.state === "pending") return markPending(ctx, deposit);
  if (payment.state === "failed") return markFailed(ctx, deposit, payment);

  const { id: paymentId, amount } = payment;
  const ids = { depositId: deposit.id, paymentId };
  let owedSettled = deposit.owed_settled_halalas;
  // A payment that was refunded in full before its first reading is not credited.
  if (!wasCredited && !isWholeRefund) {
    owedSettled += await creditDeposit(ctx, { ...ids, amount });
    if (card?.isActive && deposit.save_card) await saveCard(deps, ctx, card);
  }
  const refundAmount = wasCredited || !isWholeRefund ? payment.refunded - (known?.refunded_halalas ?? 0) : 0;
  if (refundAmount > 0) await debitRefund(ctx, { ...ids, amount: refundAmount, total: payment.refunded });
  await saveDeposit(ctx, {
    ...deposit,
    status: isWholeRefund ? "refunded" : "paid",
    failure: null,
    owed_settled_halalas: owedSettled,
    settled_at: deposit.settled_at ?? ctx.now,
  });
}

const isOpen = ({ status }: DepositRow) => status !== "paid" && status !== "refunded";

async function markPending(ctx: Context, deposit: DepositRow): Promise<void> {
  if (!isOpen(deposit) || deposit.status === "pending") return;
  await saveDeposit(ctx, { ...deposit, status: "pending", failure: null });
}

/** Records a declined payment: the deposit fails unless another payment is still open. */
async function markFailed(ctx: Context, deposit: DepositRow, payment: GatewayPayment): Promise<void> {
  if (!isOpen(deposit)) return;
  const { has_open_payment } = await ctx.tx.one<{ has_open_payment: boolean }>(sql`
    select exists (select 1 from wallet.payments where deposit_id = ${deposit.id} and id <> ${payment.id}
      and state in ('requested', 'pending')) as has_open_payment`);
  if (has_open_payment) return;
  await saveDeposit(ctx, { ...deposit, status: "failed", failure: payment.failure ?? "unexplained" });
  if (deposit.status === "failed") return;
  await ctx.tx.publish({
    name: "wallet.deposit_failed",
    merchant_id: deposit.merchant_id,
    deposit_id: deposit.id,
  });
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
  await ctx.tx.publish({ name: "wallet.card_added", merchant_id: ctx.actor.merchantId, card_id: id });
  await recordAudit(ctx, { module: "wallet", action: "wallet.card_added", subject: id, after: shown });
}

function toPaymentRow(
  { gateway }: PaymentDeps,
  deposit: DepositRow,
  payment: GatewayPayment,
  known: PaymentRow | undefined,
  state: PaymentRow["state"],
): PaymentRow {
  return {
    gateway: gateway.gateway,
    id: payment.id,
    deposit_id: deposit.id,
    source: known?.source ?? "form",
    state,
    action_url: payment.actionUrl,
    refunded_halalas: payment.refunded,
    failure: payment.failure,
  };
}

function alarm({ log }: PaymentDeps, payment: GatewayPayment, alarmName: string) {
  const { id, state, amount, currency, depositId } = payment;
  log.error(
    { alarm: alarmName, payment_id: id, state, amount_halalas: amount, currency, deposit_id: depositId },
    "a payment needs a manual check",
  );
}
