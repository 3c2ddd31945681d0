import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { waitParams } from "#base/server/rate-limit.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ConfirmCaller } from "#modules/merchants/server/merchants.facade.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { toWithdrawalState } from "../domain/withdrawal.ts";
import { checkLowBalance } from "./available-balance.ts";
import { growHold, requireFree } from "./holds.ts";
import { lockWallet } from "./ledger.ts";
import { planWithdrawal, type WithdrawalPlan } from "./plan-withdrawal.ts";
import { settleReceivables } from "./settle-receivables.ts";
import { minWithdrawalHalalas, type WalletDeps } from "./wallet.deps.ts";
import { insertWithdrawal, type PartRow, savePart } from "./withdrawals.store.ts";

type Deps = Pick<WalletDeps, "payments" | "merchants" | "systemClock" | "settings">;
type Input = { amount_halalas: number; code: string; caller: ConfirmCaller };
type Refunder = { payments: Pick<PaymentsFacade, "requestRefund"> };
const field = "amount_halalas";

/**
 * Requests a withdrawal: uses the code up, holds the money, and requests the refunds to the cards, all in one
 * transaction. A refusal rolls it back, and the code stays valid; a wrong code alone is committed, so that it stays
 * counted.
 */
export const requestWithdrawal =
  (deps: Deps) =>
  async (ctx: ReadContext, { amount_halalas, code, caller }: Input): Promise<{ withdrawalId: string }> => {
    const outcome = await transact(ctx, async (ctx) => {
      await lockWallet(ctx);
      const proof = await deps.merchants.confirm(ctx, { purpose: "withdrawal", code, caller });
      if (proof.kind === "refused") return proof;
      return { kind: "requested" as const, withdrawalId: await create(deps, ctx, amount_halalas) };
    });
    return outcome.kind === "refused" ? outcome.refuse() : outcome;
  };

async function create(deps: Deps, ctx: Context, amount: number): Promise<string> {
  await settleReceivables(ctx);
  const plan = await planWithdrawal(deps)(ctx, amount);
  await requireAllowed(deps, ctx, plan, amount);
  return storeWithdrawal(deps, ctx, { amount, plan, byStaff: null });
}

type NewWithdrawal = {
  amount: number;
  plan: Pick<WithdrawalPlan, "cards" | "toBank" | "bankAccount">;
  /** Why staff give it back; null for the merchant's own withdrawal. */
  byStaff: { reason: string } | null;
};

/**
 * Stores a withdrawal with its parts and holds its money. The caller has checked the balance and holds the wallet's lock.
 * Returns its id.
 */
export async function storeWithdrawal(
  deps: Refunder,
  ctx: Context,
  { amount, plan, byStaff }: NewWithdrawal,
): Promise<string> {
  const id = newId("wdr");
  const parts = await requestParts(deps, ctx, plan, { withdrawalId: id, reason: byStaff?.reason });
  await insertWithdrawal(ctx, {
    id,
    amount_halalas: amount,
    state: toWithdrawalState(parts),
    by_staff: byStaff !== null,
    iban: plan.bankAccount?.iban ?? null,
    holder_name: plan.bankAccount?.holder_name ?? null,
    day: toRiyadhDay(ctx.now),
  });
  for (const part of parts) await savePart(ctx, part);
  await growHold(ctx, { purpose: "withdrawal", subject: id }, halalas(amount));
  await recordAudit(ctx, {
    module: "wallet",
    action: "wallet.withdrawal_requested",
    subject: id,
    after: { amount_halalas: amount, to_bank_halalas: plan.toBank, ...byStaff },
  });
  await ctx.tx.publish({
    name: "wallet.withdrawal_changed",
    merchant_id: ctx.actor.merchantId,
    withdrawal_id: id,
    state: toWithdrawalState(parts),
  });
  await checkLowBalance(ctx);
  return id;
}

async function requireAllowed({ settings }: Deps, ctx: Context, plan: WithdrawalPlan, amount: number) {
  if (plan.restSeconds > 0) walletRefusals.refuse("wallet.withdrawal_resting", waitParams(plan.restSeconds));
  if (amount < minWithdrawalHalalas)
    walletRefusals.refuse("wallet.withdrawal_too_small", { min: riyals(minWithdrawalHalalas) }, field);
  if (amount > plan.leftToday) {
    const limit = riyals(settings.withdrawalDailyLimitHalalas);
    walletRefusals.refuse("wallet.withdrawal_limit", { limit, left: riyals(plan.leftToday) }, field);
  }
  await requireFree(ctx, halalas(amount), field);
  if (plan.toBank > 0 && !plan.bankAccount)
    walletRefusals.refuse("wallet.bank_account_required", { to_cards: riyals(plan.toCardsMax) }, field);
}

const riyals = (amount: number) => formatRiyals(halalas(amount));

/** The refunds are requested in this transaction, and sent after it. */
async function requestParts(
  { payments }: Refunder,
  ctx: Context,
  { cards, toBank, bankAccount }: NewWithdrawal["plan"],
  { withdrawalId, reason }: { withdrawalId: string; reason: string | undefined },
): Promise<PartRow[]> {
  const parts: PartRow[] = [];
  for (const [index, { payment_id, amount, card }] of cards.entries()) {
    const number = index + 1;
    const subject = `${withdrawalId}:${number}`;
    const { refund_id } = await payments.requestRefund(ctx, {
      payment_id,
      amount_halalas: amount,
      subject,
      reason: reason ?? subject,
    });
    const ofCard = { card_brand: card?.brand ?? null, card_last_four: card?.last_four ?? null };
    const own = { kind: "card", state: "sending", amount_halalas: amount, payment_id, refund_id } as const;
    parts.push({ ...emptyPart, ...own, ...ofCard, withdrawal_id: withdrawalId, number });
  }
  if (toBank > 0 && bankAccount) {
    const { iban, holder_name } = bankAccount;
    const own = { kind: "bank", state: "requested", amount_halalas: toBank, iban, holder_name } as const;
    parts.push({ ...emptyPart, ...own, withdrawal_id: withdrawalId, number: parts.length + 1 });
  }
  return parts;
}

/** What neither kind of part has at first. */
export const emptyPart = {
  payment_id: null,
  refund_id: null,
  card_brand: null,
  card_last_four: null,
  iban: null,
  holder_name: null,
  bank_reference: null,
  failure: null,
} as const;
