import type { Context } from "#base/server/context.ts";
import type { Halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
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
  const { available_halalas } = await loadBalance(ctx);
  const { fromAvailable, owed } = splitRefund(amount, available_halalas);
  const day = toRiyadhDay(ctx.now);
  const parts = [
    { from: available(merchantId), part: fromAvailable, kind: "refund" as const },
    { from: platformAccount("receivable", merchantId), part: owed, kind: "shortage" as const },
  ];
  for (const { from, part, kind } of parts) {
    if (part === 0) continue;
    await transfer(ctx, {
      key: `refund:${paymentId}:${total}:${kind}`,
      from,
      to: platformAccount("gateway", merchantId),
      amount: part,
      kind,
      reference: depositId,
      day,
    });
  }
  if (owed > 0)
    await insertReceivables(ctx, [{ kind: "refund", reference: depositId, day, amount_halalas: owed }]);
  await ctx.tx.publish({ name: "wallet.refunded", merchant_id: merchantId, deposit_id: depositId });
  await checkLowBalance(ctx);
}
