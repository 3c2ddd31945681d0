import type { StaffContext } from "#base/server/staff-context.ts";
import { actOnMoney } from "./act.ts";
import type { FinanceDeps } from "./finance.deps.ts";

type Refund = { merchant_id: string; amount_halalas: number; reason: string };

/** What a merchant paid into the wallet: by themselves or by the automatic top-up. */
export const depositPurposes = ["wallet_deposit", "top_up"] as const;

/** Gives back all or a part of an order, to where its money came from. */
export const giveBackOrder =
  (deps: Pick<FinanceDeps, "staff" | "billing">) =>
  async (ctx: StaffContext, input: Refund & { order_id: string }): Promise<void> => {
    const { merchant_id: merchantId, order_id: orderId, amount_halalas, reason } = input;
    const details = { order_id: orderId, amount_halalas, reason };
    await actOnMoney(deps, ctx, { merchantId, action: "finance.order_refunded", details }, (ctx) =>
      deps.billing.refundOrder(ctx, { orderId, amount_halalas, reason }),
    );
  };

/** Gives back all or a part of a deposit to the card that paid it, within the available balance. */
export const giveBackDeposit =
  (deps: Pick<FinanceDeps, "staff" | "wallet">) =>
  async (ctx: StaffContext, input: Refund & { payment_id: string }): Promise<void> => {
    const { merchant_id: merchantId, payment_id, amount_halalas, reason } = input;
    const details = { payment_id, amount_halalas, reason };
    await actOnMoney(deps, ctx, { merchantId, action: "finance.deposit_refunded", details }, (ctx) =>
      deps.wallet.refundDeposit(ctx, { payment_id, amount_halalas, reason }),
    );
  };

/** Gives back all or a part of a renewal or an upgrade; what that does to the subscription follows from the money. */
export const giveBackPeriod =
  (deps: Pick<FinanceDeps, "staff" | "billing">) =>
  async (ctx: StaffContext, input: Refund & { period_id: string }): Promise<void> => {
    const { merchant_id: merchantId, period_id: periodId, amount_halalas, reason } = input;
    const details = { period_id: periodId, amount_halalas, reason };
    await actOnMoney(deps, ctx, { merchantId, action: "finance.period_refunded", details }, (ctx) =>
      deps.billing.refundPeriod(ctx, { periodId, amount_halalas, reason }),
    );
  };
