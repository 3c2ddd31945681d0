import type { Context } from "#base/server/context.ts";
import type { Halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { checkLowBalance } from "./available-balance.ts";
import { lockWallet, transfer } from "./ledger.ts";
import { settleReceivables } from "./receivables.ts";
import { refillReserves } from "./reserves.ts";

/**
 * Credits a payment to the wallet, once by its id. Debt is settled first, then reserves are refilled. Returns what the
 * debt took.
 */
export async function creditDeposit(
  ctx: Context,
  { depositId, paymentId, amount }: { depositId: string; paymentId: string; amount: Halalas },
): Promise<Halalas> {
  const { merchantId } = ctx.actor;
  await lockWallet(ctx);
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
  await refillReserves(ctx);
  await checkLowBalance(ctx);
  return settled;
}
