import type { Context } from "#base/server/context.ts";
import {
  actOnMerchant,
  type StaffContext,
  type StaffTxContext,
  transactAsStaff,
} from "#base/server/staff-context.ts";
import type { FinanceDeps } from "./finance.deps.ts";

type Act = { merchantId: string; action: string; details: Record<string, unknown> };

/**
 * Runs an act on one merchant's money in a transaction, and records it in the staff's audit log; the module whose money
 * moves records it in the merchant's own.
 */
export const actOnMoney = <T>(
  { staff }: Pick<FinanceDeps, "staff">,
  ctx: StaffContext,
  { merchantId, action, details }: Act,
  work: (ctx: Context, staffCtx: StaffTxContext) => Promise<T>,
): Promise<T> =>
  transactAsStaff(ctx, async (ctx) => {
    const result = await work(actOnMerchant(ctx, merchantId), ctx);
    await staff.recordAct(ctx, { action, details: { merchant_id: merchantId, ...details } });
    return result;
  });
