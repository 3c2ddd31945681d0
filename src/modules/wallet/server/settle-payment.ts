import { sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { cardThemes } from "../contract/wallet.words.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { checkLowBalance } from "./available-balance.ts";
import { hashToken, insertCard, listCards, toSealContext } from "./cards.store.ts";
import {
  type DepositRow,
  findPayment,
  lockDeposit,
  type PaymentRow,
  saveDeposit,
  savePayment,
} from "./deposits.store.ts";
import { loadBalance, lockWallet, transfer } from "./ledger.ts";
import type { GatewayCard, GatewayPayment } from "./payment-gateway.port.ts";
import { insertReceivables, settleReceivables } from "./receivables.ts";
import { refillReserves } from "./reserves.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "db" | "gateway" | "vault" | "worldClock" | "log">;

/**
 * Reads a payment at the gateway and records it: the only way money enters a wallet. It runs for every webhook, return
 * and sweep, in any order and however often; the ledger's key holds the payment's id, so a payment is credited once.
 */
export async function settlePayment(deps: Deps, paymentId: string): Promise<void> {
  const payment = await deps.gateway.findPayment(paymentId);
  if (payment) await recordPayment(deps, payment);
}

/** The same for a payment that was just read. */
export async function recordPayment(deps: Deps, payment: GatewayPayment): Promise<void> {
  if (payment.hasUnknownStatus) alarm(deps, payment, "payment_strange");
  const card =
    payment.state === "paid" && payment.cardToken ? await deps.gateway.findCard(payment.cardToken) : null;
  await deps.db.transaction(async (tx) => {
    // The payment itself names its deposit; the deposit that a browser reported is not used.
    const deposit = payment.depositId === null ? undefined : await lockDeposit(tx, payment.depositId);
    if (!deposit || deposit.gateway !== deps.gateway.gateway) return alarm(deps, payment, "payment_unknown");
    const known = await findPayment(tx, deps.gateway.gateway, payment.id);
    if (isStale(payment, known)) return;
    if (payment.amount !== deposit.amount_halalas || payment.currency !== "SAR") {
      if (payment.state === "paid") alarm(deps, payment, "payment_disputed");
      return savePayment(tx, toPaymentRow(deps, deposit, payment, known, "disputed"), true);
    }
    await savePayment(tx, toPaymentRow(deps, deposit, payment, known, payment.state), true);
    await applyPayment(deps, tx, deposit, payment, known, card);
  });
}

/** Whether this response is older than the one already recorded: it must not undo money that came. */
function isStale(payment: GatewayPayment, known: PaymentRow | undefined): boolean {
  if (known?.state !== "paid" && known?.state !== "refunded") return false;
  const isUnpaid = payment.state === "pending" || payment.state === "failed";
  return isUnpaid || payment.refunded < known.refunded_halalas;
}

async function applyPayment(
  deps: Deps,
  tx: Tx,
  deposit: DepositRow,
  payment: GatewayPayment,
  known: PaymentRow | undefined,
  card: GatewayCard | null,
): Promise<void> {
  const wasCredited = known?.state === "paid" || known?.state === "refunded";
  const isWholeRefund = payment.refunded >= payment.amount;
  if (payment.state === "pending") return markPending(tx, deposit);
  if (payment.state === "failed") return markFailed(tx, deposit, payment);

  // A payment that was refunded in full before its first reading is not credited.
  if (!wasCredited && !isWholeRefund) {
    await credit(deps, tx, deposit, payment);
    if (card?.isActive && deposit.save_card) await saveCard(deps, tx, deposit, card);
  }
  const refundAmount = wasCredited || !isWholeRefund ? payment.refunded - (known?.refunded_halalas ?? 0) : 0;
  if (refundAmount > 0) await debitRefund(deps, tx, deposit, payment, refundAmount);
  const status = isWholeRefund ? "refunded" : "paid";
  await saveDeposit(tx, {
    ...deposit,
    status,
    failure: null,
    settled_at: deposit.settled_at ?? deps.worldClock.now(),
  });
}

async function credit({ worldClock }: Deps, tx: Tx, deposit: DepositRow, payment: GatewayPayment) {
  const { merchant_id: merchantId, id: depositId } = deposit;
  const at = worldClock.now();
  await lockWallet(tx, merchantId);
  await transfer(tx, {
    merchantId,
    key: `deposit:${payment.id}`,
    from: platformAccount("gateway", merchantId),
    to: available(merchantId),
    amount: payment.amount,
    kind: "deposit",
    reference: depositId,
    day: toRiyadhDay(at),
    at,
  });
  const settled = await settleReceivables(worldClock, tx, merchantId);
  if (settled > 0) {
    await tx.run(sql`
      update wallet.deposits set owed_settled_halalas = owed_settled_halalas + ${settled} where id = ${depositId}`);
  }
  await tx.publish({
    name: "wallet.deposited",
    merchant_id: merchantId,
    deposit_id: depositId,
    amount_halalas: payment.amount,
    owed_settled_halalas: settled,
  });
  await refillReserves(worldClock, tx, merchantId);
  await checkLowBalance(worldClock, tx, merchantId);
}

/** Takes a refund out of the available balance; the part that is no longer there is owed to the platform. */
async function debitRefund(
  { worldClock }: Deps,
  tx: Tx,
  deposit: DepositRow,
  payment: GatewayPayment,
  refundAmount: number,
) {
  const merchantId = deposit.merchant_id;
  const at = worldClock.now();
  await lockWallet(tx, merchantId);
  const { available_halalas } = await loadBalance(tx, merchantId);
  const fromAvailable = Math.min(refundAmount, available_halalas);
  const owed = refundAmount - fromAvailable;
  const day = toRiyadhDay(at);
  const parts = [
    { from: available(merchantId), amount: fromAvailable, kind: "refund" as const },
    { from: platformAccount("receivable", merchantId), amount: owed, kind: "shortage" as const },
  ];
  for (const { from, amount, kind } of parts) {
    if (amount === 0) continue;
    await transfer(tx, {
      merchantId,
      key: `refund:${payment.id}:${payment.refunded}:${kind}`,
      from,
      to: platformAccount("gateway", merchantId),
      amount: halalas(amount),
      kind,
      reference: deposit.id,
      day,
      at,
    });
  }
  if (owed > 0)
    await insertReceivables(tx, merchantId, [
      { kind: "refund", reference: deposit.id, day, amount_halalas: owed },
    ]);
  await tx.publish({ name: "wallet.refunded", merchant_id: merchantId, deposit_id: deposit.id });
  await checkLowBalance(worldClock, tx, merchantId);
}

const isOpen = ({ status }: DepositRow) => status !== "paid" && status !== "refunded";

async function markPending(tx: Tx, deposit: DepositRow): Promise<void> {
  if (!isOpen(deposit) || deposit.status === "pending") return;
  await saveDeposit(tx, { ...deposit, status: "pending", failure: null });
}

/** Records a declined payment: the deposit fails unless another payment is still open. */
async function markFailed(tx: Tx, deposit: DepositRow, payment: GatewayPayment): Promise<void> {
  if (!isOpen(deposit)) return;
  const { has_open_payment } = await tx.one<{ has_open_payment: boolean }>(sql`
    select exists (select 1 from wallet.payments where deposit_id = ${deposit.id} and id <> ${payment.id}
      and state in ('requested', 'pending')) as has_open_payment`);
  if (has_open_payment) return;
  await saveDeposit(tx, { ...deposit, status: "failed", failure: payment.failure ?? "unexplained" });
  if (deposit.status === "failed") return;
  await tx.publish({
    name: "wallet.deposit_failed",
    merchant_id: deposit.merchant_id,
    deposit_id: deposit.id,
  });
}

async function saveCard(
  { vault, gateway, worldClock }: Deps,
  tx: Tx,
  deposit: DepositRow,
  card: GatewayCard,
) {
  const id = newId("crd");
  const count = (await listCards(tx, deposit.merchant_id)).length;
  const added = await insertCard(tx, {
    id,
    merchant_id: deposit.merchant_id,
    gateway: gateway.gateway,
    sealed_token: vault.seal(card.token, toSealContext(id)),
    token_hash: hashToken(card.token),
    brand: card.brand,
    last_four: card.lastFour,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    holder_name: card.holderName,
    name: card.brand,
    theme: cardThemes[count % cardThemes.length] ?? "blue",
    added_at: worldClock.now(),
  });
  if (added) await tx.publish({ name: "wallet.card_added", merchant_id: deposit.merchant_id, card_id: id });
}

function toPaymentRow(
  { gateway }: Deps,
  deposit: DepositRow,
  payment: GatewayPayment,
  known: PaymentRow | undefined,
  state: PaymentRow["state"],
): PaymentRow {
  return {
    gateway: gateway.gateway,
    id: payment.id,
    deposit_id: deposit.id,
    merchant_id: deposit.merchant_id,
    source: known?.source ?? "form",
    state,
    action_url: payment.actionUrl,
    refunded_halalas: payment.refunded,
    failure: payment.failure,
  };
}

function alarm({ log }: Deps, payment: GatewayPayment, alarmName: string) {
  const { id, state, amount, currency, depositId } = payment;
  log.error(
    { alarm: alarmName, payment_id: id, state, amount_halalas: amount, currency, deposit_id: depositId },
    "a payment needs a manual check",
  );
}
