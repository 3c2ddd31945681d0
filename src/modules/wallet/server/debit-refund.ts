import type { Context } from "#base/server/context.ts";
import type { Halalas } from "#base/shared/money.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { splitRefund } from "../domain/split.ts";
import { checkLowBalance } from "./available-balance.ts";
import { loadBalance, transfer } from "./ledger.ts";
import { insertReceivables } from "./receivables.store.ts";

type Refund = {
  depositId: string;
  paymentId: string;
  /** What is refunded now, in halalas. */
  amount: Halalas;
  /** What the payment has refunded in all: each step is debited once. */
  total: Halalas;
};

/**
 * Takes a refund out of the available balance; the part that is no longer there is owed to the platform. The
 * caller holds the wallet's lock.
 */
export async function debitRefund(
  ctx: Context,
  { depositId, paymentId, amount, total }: Refund,
): Promise<void> {
  const { merchantId } = ctx.actor;
  await debitAvailable(ctx, {
    kind: "refund",
    key: `refund:${paymentId}:${total}`,
    reference: depositId,
    amount,
    day: toRiyadhDay(ctx.now),
  });
  await ctx.tx.publish({ name: "wallet.refunded", merchant_id: merchantId, deposit_id: depositId });
}

type Debit = {
  kind: "refund" | "chargeback";
  key: string;
  reference: string;
  amount: Halalas;
  day: RiyadhDay;
};

/**
 * Takes what the gateway gave back out of the available balance; returns the part that was no longer there, which is
 * owed from now on. The caller holds the wallet's lock.
 */
export async function debitAvailable(
  ctx: Context,
  { kind, key, reference, amount, day }: Debit,
): Promise<Halalas> {
  const { merchantId } = ctx.actor;
  const { available_halalas } = await loadBalance(ctx);
  const { fromAvailable, owed } = splitRefund(amount, available_halalas);
  const parts = [
    { from: available(merchantId), part: fromAvailable, kind },
    { from: platformAccount("receivable", merchantId), part: owed, kind: "shortage" as const },
  ];
  for (const { from, part, kind } of parts) {
    if (part === 0) continue;
    const to = platformAccount("gateway", merchantId);
    await transfer(ctx, { key: `${key}:${kind}`, from, to, amount: part, kind, reference, day });
  }
  if (owed > 0) await insertReceivables(ctx, [{ kind, reference, day, amount_halalas: owed }]);
  await checkLowBalance(ctx);
  return owed;
}
