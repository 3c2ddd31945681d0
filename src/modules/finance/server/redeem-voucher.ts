import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { StaffContext } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { financeRefusals } from "../contract/finance.refusals.ts";
import { actOnMoney } from "./act.ts";
import type { FinanceDeps } from "./finance.deps.ts";

type Redeem = { merchant_id: string; reason: string };

const action = "finance.voucher_redeemed";

/**
 * Redeems one consultation voucher of the merchant, the oldest first; both audit logs and the merchant's history of the
 * stock carry the reason. Returns what is left. Refuses `base.not_found`,
 * `finance.no_voucher_left`.
 */
export const redeemVoucher =
  (deps: Pick<FinanceDeps, "staff" | "merchants" | "billing">) =>
  async (ctx: StaffContext, { merchant_id: merchantId, reason }: Redeem): Promise<{ left_units: number }> => {
    if (!(await deps.merchants.findSummary(ctx.db, merchantId))) return baseRefusals.refuse("base.not_found");
    return actOnMoney(deps, ctx, { merchantId, action, details: { reason } }, async (ctx) => {
      const reservation = await reserveVoucher(deps, ctx, reason);
      await deps.billing.settle(ctx, { reservation, units: 1 });
      await recordAudit(ctx, { module: "finance", action, subject: reservation, after: { reason } });
      const { items } = await deps.billing.loadStock(ctx);
      const vouchers = items.find(({ service }) => service === "consultation_vouchers");
      return { left_units: vouchers?.left_units ?? 0 };
    });
  };

async function reserveVoucher(
  { billing }: Pick<FinanceDeps, "billing">,
  ctx: Context,
  reason: string,
): Promise<string> {
  // The call's idempotency key lets one press redeem once; each press is a use of its own.
  const input = { service: "consultation_vouchers", units: 1, key: newId("vch") } as const;
  try {
    return await billing.reserve(ctx, { ...input, reason: { ar: reason, en: reason } });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "billing.stock_not_enough") throw error;
    return financeRefusals.refuse("finance.no_voucher_left", {}, "reason");
  }
}
