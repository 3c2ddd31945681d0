import type { Context } from "#base/server/context.ts";
import type { Halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { checkLowBalance } from "./available-balance.ts";
import { refillHolds } from "./holds.ts";
import { transfer } from "./ledger.ts";
import { settleReceivables } from "./settle-receivables.ts";

/**
 * Credits a payment to the wallet, once by its id. Debt is settled first, then holds are refilled. Returns what the
 * debt took. The caller holds the wallet's lock.
 */
export async function creditDeposit(
  ctx: Context,
  { depositId, paymentId, amount }: { depositId: string; paymentId: string; amount: Halalas },
): Promise<Halalas> {
  const { merchantId } = ctx.actor;
  await transfer(ctx, {
    key: `deposit:${paymentId}`,
    from: platformAccount("gateway", merchantId),
    to: available(merchantId),
    amount,
    kind: "deposit",
    reference: depositId,
    day: toRiyadhDay(ctx.now),
  });
  const settled = await settleReceivables(ctx);
  await ctx.tx.publish({
    name: "wallet.deposited",
    merchant_id: merchantId,
    deposit_id: depositId,
    amount_halalas: amount,
    owed_settled_halalas: settled,
  });
  await refillHolds(ctx);
  await checkLowBalance(ctx);
  return settled;
}
