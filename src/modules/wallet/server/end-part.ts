import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { platformAccount, reserved } from "../domain/accounts.ts";
import {
  endPart,
  isOpen,
  type PartChange,
  type PartResult,
  toWithdrawalState,
} from "../domain/withdrawal.ts";
import { returnFromHold, takeFromHold } from "./holds.ts";
import { lockWallet, transfer } from "./ledger.ts";
import { emptyPart } from "./request-withdrawal.ts";
import {
  findWithdrawal,
  listParts,
  type PartRow,
  savePart,
  saveWithdrawal,
  type Withdrawal,
} from "./withdrawals.store.ts";

/** `bankReference` of a transfer that was made, `failure` of what was refused. */
export type PartEnd = { result: PartResult; bankReference?: string; failure?: string };
export type OpenWithdrawal = { withdrawal: Withdrawal; parts: PartRow[] };

/** The withdrawal with its parts, while the wallet is locked. Refuses another merchant's. */
export async function lockWithdrawal(ctx: Context, id: string): Promise<OpenWithdrawal> {
  await lockWallet(ctx);
  const withdrawal = (await findWithdrawal(ctx, id)) ?? baseRefusals.refuse("base.not_found");
  return { withdrawal, parts: await listParts(ctx, [id]) };
}

/**
 * Ends a part in the ledger and in its record, once: what was paid leaves the wallet, what is returned is available
 * again, and what a card refused goes to the bank account that the withdrawal was requested with, when there was one.
 * One saved since then could be a stranger's: it needs a request, and a code, of its own. The caller holds the wallet's
 * lock.
 */
export async function endWithdrawalPart(
  ctx: Context,
  { withdrawal, parts }: OpenWithdrawal,
  number: number,
  end: PartEnd,
): Promise<OpenWithdrawal> {
  const change = endPart(parts, number, { result: end.result, hasBankAccount: withdrawal.iban !== null });
  if (!change) return { withdrawal, parts };
  const rows = change.parts.map((part) => toRow(part, parts, withdrawal));
  const changed = rows.map((row) => (row.number === number ? { ...row, ...toDetails(end) } : row));
  for (const row of changed) await savePart(ctx, row);
  const after = {
    ...withdrawal,
    paid_halalas: withdrawal.paid_halalas + change.paid,
    returned_halalas: withdrawal.returned_halalas + change.returned,
    state: toWithdrawalState(changed),
    ended_at: changed.some(isOpen) ? null : ctx.now,
  };
  await saveWithdrawal(ctx, after);
  if (change.paid > 0) await payPart(ctx, withdrawal.id, changed, number, change.paid);
  if (change.returned > 0)
    await returnFromHold(ctx, { purpose: "withdrawal", subject: withdrawal.id }, change.returned);
  await publishChange(ctx, after);
  return { withdrawal: after, parts: changed };
}

export async function publishChange(ctx: Context, { id, state }: Pick<Withdrawal, "id" | "state">) {
  const event = { merchant_id: ctx.actor.merchantId, withdrawal_id: id, state };
  await ctx.tx.publish({ name: "wallet.withdrawal_changed", ...event });
}

const toDetails = ({ bankReference, failure }: PartEnd) => ({
  bank_reference: bankReference ?? null,
  failure: failure ?? null,
});

function toRow(
  part: PartChange["parts"][number],
  known: readonly PartRow[],
  { id, iban, holder_name }: Withdrawal,
): PartRow {
  const before = known.find(({ number }) => number === part.number);
  if (before) return { ...before, ...part };
  return { ...emptyPart, ...part, withdrawal_id: id, iban, holder_name };
}

async function payPart(
  ctx: Context,
  id: string,
  parts: readonly PartRow[],
  number: number,
  amount: Halalas,
): Promise<void> {
  const { merchantId } = ctx.actor;
  const isCard = parts.find((part) => part.number === number)?.kind === "card";
  await transfer(ctx, {
    key: `withdrawal:${id}:${number}`,
    from: reserved(merchantId),
    to: platformAccount(isCard ? "gateway" : "payouts", merchantId),
    amount: halalas(amount),
    kind: "withdrawal",
    reference: id,
    day: toRiyadhDay(ctx.now),
  });
  await takeFromHold(ctx, { purpose: "withdrawal", subject: id }, amount);
}
