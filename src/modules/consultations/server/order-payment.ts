import type { Context } from "#base/server/context.ts";
import { vatBasisPoints } from "#modules/billing/server/invoices/invoices.facade.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import type { ConsultationRecord } from "./consultations.store.ts";
import type { OrderRecord } from "./orders.store.ts";

/* What pays an order: the balance, after a coupon, or one consultation of the plan or a voucher. */

type Deps = Pick<ConsultationsDeps, "wallet" | "billing">;
type Choice = {
  orderId: string;
  pay_with: "balance" | "voucher";
  coupon?: string | undefined;
  expected_price_halalas: number;
};
type Paid = Pick<
  OrderRecord,
  "original_price_halalas" | "price_halalas" | "paid_with" | "coupon_code" | "voucher_reservation"
>;

/** A voucher is set aside as long as its order lives, which ends by itself; in years. */
const voucherHeldYears = 10;
const yearMs = 365 * 86_400_000;

/**
 * Holds what pays the order, once for it. Refuses `consultations.changed` at another price than the merchant saw, a coupon
 * that does not count, `billing.stock_not_enough` and `wallet.balance_not_enough`.
 */
export async function holdOrderPayment(
  deps: Deps & Pick<ConsultationsDeps, "systemClock">,
  ctx: Context,
  consultation: ConsultationRecord,
  choice: Choice,
): Promise<Paid> {
  if (choice.pay_with === "voucher") return holdVoucher(deps, ctx, consultation, choice);
  const { title_ar: ar, title_en: en, price_halalas: original } = consultation;
  const { orderId: subject, coupon } = choice;
  const purchase = { code: coupon ?? "", kind: "consultation", gross_halalas: original, subject } as const;
  const taken = coupon ? await deps.billing.takeCoupon(ctx, purchase) : null;
  const price = taken ? taken.total_halalas : original;
  requireSeenPrice(price, choice);
  if (price > 0)
    await deps.wallet.holdPayment(ctx, {
      purpose: "consultation",
      subject,
      amount_halalas: price,
      title: { ar, en },
    });
  return {
    original_price_halalas: original,
    price_halalas: price,
    paid_with: price > 0 ? "balance" : "free",
    coupon_code: taken?.code ?? null,
    voucher_reservation: null,
  };
}

async function holdVoucher(
  { billing, systemClock }: Pick<Deps, "billing"> & Pick<ConsultationsDeps, "systemClock">,
  ctx: Context,
  { title_ar: ar, title_en: en, price_halalas: original }: ConsultationRecord,
  choice: Choice,
): Promise<Paid> {
  requireSeenPrice(original, choice);
  const reservation = await billing.reserve(ctx, {
    service: "consultation_vouchers",
    units: 1,
    key: `consultation:${choice.orderId}`,
    reason: { ar, en },
    heldUntil: new Date(systemClock.now().getTime() + voucherHeldYears * yearMs),
  });
  return {
    original_price_halalas: original,
    price_halalas: 0,
    paid_with: (await billing.isFromPlan(ctx, { reservation })) ? "plan" : "voucher",
    coupon_code: null,
    voucher_reservation: reservation,
  };
}

function requireSeenPrice(price: number, { expected_price_halalas }: Choice): void {
  if (price !== expected_price_halalas) consultationsRefusals.refuse("consultations.changed");
}

/** All that was held is the merchant's again: the money, the voucher, and the coupon's use. */
export async function returnPayment({ wallet, billing }: Deps, ctx: Context, order: OrderRecord) {
  const { id, voucher_reservation: reservation, coupon_code } = order;
  if (coupon_code !== null) await billing.returnCoupon(ctx, id);
  if (reservation !== null) await billing.release(ctx, { reservation });
  else await wallet.returnPayment(ctx, { purpose: "consultation", subject: id });
}

/**
 * The consultation was held. What is held becomes a sale and is invoiced, as the last step of the transaction; a voucher was
 * invoiced when it was bought and the plan with its period, and of nothing there is no invoice.
 */
export async function earnPayment({ wallet, billing }: Deps, ctx: Context, order: OrderRecord) {
  const { id, voucher_reservation: reservation, title_ar, title_en, price_halalas } = order;
  if (reservation !== null) {
    await billing.settle(ctx, { reservation, units: 1 });
    return;
  }
  if (price_halalas === 0) return;
  await wallet.capturePayment(ctx, { purpose: "consultation", subject: id });
  await billing.issueInvoice(ctx, {
    source: { kind: "consultation", id },
    paid_by: "balance",
    lines: [
      {
        title_ar,
        title_en,
        quantity: 1,
        gross_halalas: price_halalas,
        discount_halalas: order.original_price_halalas - price_halalas,
        vat_basis_points: vatBasisPoints,
      },
    ],
  });
}
