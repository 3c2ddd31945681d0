import { actOnMerchant, type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { MerchantMoney } from "../contract/merchants.calls.ts";
import { presentCredits } from "./credits.present.ts";
import { listMerchantCredits } from "./credits.store.ts";
import type { FinanceDeps } from "./finance.deps.ts";
import { depositPurposes } from "./refund.ts";
import { recordFound, recordLook } from "./staff-acts.ts";

/** How many of each list are shown. */
const shownRows = 20;

/** Merchants by mobile number, name or id; the staff's audit log says who searched for what, and whom they saw. */
export const searchMerchants =
  ({ staff, merchants, systemClock }: Pick<FinanceDeps, "staff" | "merchants" | "systemClock">) =>
  async (ctx: StaffContext, search: string) => {
    const found = await merchants.searchMerchants(ctx.db, { search, size: shownRows });
    const ids = found.map(({ id }) => id);
    await transactAsStaff(ctx, async (ctx) => {
      await staff.recordAct(ctx, {
        action: "finance.merchants_searched",
        details: { search, merchant_ids: ids },
      });
      await recordFound({ systemClock }, ctx, ids);
    });
    return { items: found.map((one) => ({ ...one, created_at: one.created_at.toISOString() })) };
  };

/** All that staff decide by about one merchant's money; the merchant reads that it was looked at. Refuses `base.not_found`. */
export const showMerchantMoney =
  (deps: FinanceDeps) =>
  async (ctx: StaffContext, merchantId: string): Promise<MerchantMoney> => {
    const { merchants, wallet, payments, billing, settings } = deps;
    const merchant = await merchants.findSummary(ctx.db, merchantId);
    if (!merchant) return baseRefusals.refuse("base.not_found");
    await recordLook(deps)(ctx, "finance.money_viewed", [merchantId]);
    const own = actOnMerchant(ctx, merchantId);
    const page = { page: 1, size: shownRows };
    const deposits = await payments.listPayments(own, { purposes: depositPurposes, size: shownRows });
    const orders = await billing.findOrders(own, page);
    const periods = await billing.listPeriods(own, page);
    const chargebacks = await payments.listMerchantChargebacks(own, { size: shownRows });
    const withdrawals = await wallet.listWithdrawals(own, page);
    const stock = await billing.loadStock(own);
    const credits = await listMerchantCredits(ctx.db, merchantId, shownRows);
    return {
      merchant: { ...merchant, created_at: merchant.created_at.toISOString() },
      balance: await wallet.loadBalance(own),
      consent_above_halalas: settings.creditConsentAboveHalalas,
      payments: deposits.map(presentPayment),
      orders: orders.map(presentOrder),
      periods: periods.items.map(presentPeriod),
      chargebacks: chargebacks.map(presentChargeback),
      withdrawals: withdrawals.items.map(({ id, amount_halalas, state, requested_at }) => ({
        id,
        amount_halalas,
        state,
        requested_at: requested_at.toISOString(),
      })),
      credits: await presentCredits(deps, ctx.db, credits),
      stock: stock.items.filter(isShown).map(presentStock),
    };
  };

type Deposit = Awaited<ReturnType<FinanceDeps["payments"]["listPayments"]>>[number];
const presentPayment = (payment: Deposit): MerchantMoney["payments"][number] => ({
  payment_id: payment.payment_id,
  paid_at: payment.paid_at.toISOString(),
  amount_halalas: payment.amount_halalas,
  refunded_halalas: payment.refunded_halalas,
  pending_halalas: payment.pending_halalas,
  charged_back_halalas: payment.charged_back_halalas,
  refundable_halalas: payment.refundable_halalas,
  card: payment.card,
});

type Order = Awaited<ReturnType<FinanceDeps["billing"]["findOrders"]>>[number];
const presentOrder = ({ lines, ...order }: Order): MerchantMoney["orders"][number] => ({
  id: order.id,
  state: order.state as MerchantMoney["orders"][number]["state"],
  titles: lines.map(({ title_ar, title_en }) => ({ ar: title_ar, en: title_en })),
  total_halalas: order.total_halalas,
  refunded_halalas: order.refunded_halalas,
  created_at: order.created_at.toISOString(),
  paid_at: order.paid_at?.toISOString() ?? null,
});

type Period = Awaited<ReturnType<FinanceDeps["billing"]["listPeriods"]>>["items"][number];
function presentPeriod(period: Period): MerchantMoney["periods"][number] {
  const { id, kind, state, plan_name, starts_at, ends_at, due_halalas, returned_halalas, payment_source } =
    period;
  const isRefundable = kind !== "first" && state === "paid";
  const refundable_halalas = isRefundable ? due_halalas - returned_halalas : 0;
  const amounts = { due_halalas, returned_halalas, refundable_halalas };
  return { id, kind, state, plan_name, starts_at, ends_at, ...amounts, payment_source };
}

type Stock = Awaited<ReturnType<FinanceDeps["billing"]["loadStock"]>>["items"][number];
const isShown = ({ service, lots, ended }: Stock): boolean =>
  service === "consultation_vouchers" || lots.length > 0 || ended !== null;
const presentStock = (stock: Stock): MerchantMoney["stock"][number] => ({
  service: stock.service,
  left_units: stock.left_units,
  reserved_units: stock.reserved_units,
  lots: stock.lots.map(({ id, units, left_units, expires_at }) => ({ id, units, left_units, expires_at })),
  ended: stock.ended,
});

type Chargeback = Awaited<ReturnType<FinanceDeps["payments"]["listMerchantChargebacks"]>>[number];
const presentChargeback = ({
  settled_at,
  won_at,
  ...chargeback
}: Chargeback): MerchantMoney["chargebacks"][number] => ({
  ...chargeback,
  settled_at: settled_at.toISOString(),
  won_at: won_at?.toISOString() ?? null,
});
