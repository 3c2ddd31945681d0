import type { Context } from "#base/server/context.ts";
import { type Halalas, halalas, zeroHalalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { allocate } from "../domain/split.ts";
import { loadBalance, transferAll } from "./ledger.ts";
import {
  listPayableReceivables,
  loadOwed,
  type OpenReceivable,
  saveSettlements,
} from "./receivables.store.ts";

/**
 * Settles what is owed from available money, oldest first, each by an entry of its own, and publishes
 * `wallet.owed_settled`. Runs before new money is used for anything else. Returns what was settled. The caller holds
 * the wallet's lock.
 */
export async function settleReceivables(ctx: Context): Promise<Halalas> {
  const { merchantId } = ctx.actor;
  const open = await listPayableReceivables(ctx);
  if (open.length === 0) return zeroHalalas;
  const { available_halalas } = await loadBalance(ctx);
  const debts = open.map((debt) => ({ ...debt, needed_halalas: debt.owed_halalas }));
  const { given, left } = allocate(available_halalas, debts);
  await recordSettlements(ctx, given);
  const settled = halalas(available_halalas - left);
  await ctx.tx.publish({
    name: "wallet.owed_settled",
    merchant_id: merchantId,
    amount_halalas: settled,
    owed_halalas: await loadOwed(ctx),
  });
  return settled;
}

async function recordSettlements(ctx: Context, paid: readonly (OpenReceivable & { amount: Halalas })[]) {
  const { merchantId } = ctx.actor;
  await transferAll(
    ctx,
    paid.map(({ number, reference, settlements, amount }) => ({
      key: `owed:${number}:${settlements}`,
      from: available(merchantId),
      to: platformAccount("receivable", merchantId),
      amount,
      kind: "owed_settled",
      reference,
      day: toRiyadhDay(ctx.now),
    })),
  );
  await saveSettlements(ctx, paid);
}
