import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import {
  canAttach,
  type DepositView,
  findDeposit,
  findPayment,
  firstCheckAt,
  lockDeposit,
  saveDeposit,
  savePayment,
} from "./deposits.store.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "gateway" | "systemClock">;

/**
 * Saves the payment's id before the browser leaves for the bank's page. The id is unconfirmed: what is credited, and to
 * whom, depends only on the payment as the gateway reports it. Refuses a payment that already belongs to another
 * deposit.
 */
export const attachPayment =
  ({ gateway: { gateway }, systemClock }: Deps) =>
  (
    ctx: ReadContext,
    { depositId, paymentId }: { depositId: string; paymentId: string },
  ): Promise<DepositView> =>
    transact(ctx, async (ctx) => {
      const deposit = await lockDeposit(ctx, depositId);
      if (!deposit) return baseRefusals.refuse("base.not_found");
      const known = await findPayment(ctx.tx, gateway, paymentId);
      if (known && known.deposit_id !== depositId) {
        return walletRefusals.refuse("wallet.payment_of_another_deposit", {}, "payment_id");
      }
      if (!known) {
        if (!(await canAttach(ctx, depositId))) return baseRefusals.refuse("base.too_many_requests");
        const at = systemClock.now();
        const payment = {
          gateway,
          id: paymentId,
          deposit_id: depositId,
          source: "form",
          state: "pending",
          action_url: null,
          refunded_halalas: 0,
          failure: null,
        } as const;
        await savePayment(ctx, payment, { at });
        if (deposit.status === "waiting" || deposit.status === "failed" || deposit.status === "expired") {
          await saveDeposit(ctx, { ...deposit, status: "pending", failure: null });
        }
        // A new payment is checked soon, however often the deposit was checked before.
        const isOver = deposit.status === "paid" || deposit.status === "refunded";
        await ctx.tx.run(sql`
          update wallet.deposits set last_checked_at = null,
            checks = case when ${isOver} then checks else 0 end,
            next_check_at = case when ${isOver} then next_check_at else ${firstCheckAt(at)}::timestamptz end
          where id = ${depositId} and merchant_id = ${ctx.actor.merchantId}`);
      }
      return (await findDeposit(ctx, depositId)) ?? baseRefusals.refuse("base.not_found");
    });
