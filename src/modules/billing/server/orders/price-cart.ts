import { createHash } from "node:crypto";
import type { ReadContext } from "#base/server/context.ts";
import type { CartInput } from "../../contract/orders.calls.ts";
import { ordersRefusals } from "../../contract/orders.refusals.ts";
import { plansRefusals } from "../../contract/plans.refusals.ts";
import { computeOrderTotal, type OrderTotal } from "../../domain/order-total.ts";
import { toPrice } from "../plans.present.ts";
import { findOfferedPlan } from "../plans.store.ts";
import { canStart } from "../start-subscription.ts";
import { findOfferedPackages, type Package } from "../stock/packages.store.ts";
import { findSubscription } from "../subscriptions.store.ts";
import type { CouponRow } from "./coupons.store.ts";
import type { OrderLine } from "./orders.store.ts";
import { requireCoupon } from "./require-coupon.ts";

export type PricedCart = {
  lines: OrderLine[];
  coupon: CouponRow | null;
  total: OrderTotal;
  /** The same for the same goods at the same prices with the same coupon. */
  cart_hash: string;
};
type CartLine = CartInput["lines"][number];
type PlanLine = Extract<CartLine, { kind: "plan" }>;
type PackageLine = Extract<CartLine, { kind: "package" }>;
type UnpricedLine = Omit<OrderLine, "discount_halalas" | "total_halalas" | "vat_halalas">;

/**
 * What a cart costs now. Refuses a plan that cannot be bought, a package that is not for sale, and a coupon that does
 * not count for it, each on its field.
 */
export async function priceCart(ctx: ReadContext, cart: CartInput): Promise<PricedCart> {
  const packages = await loadPackages(ctx, cart);
  const lines: UnpricedLine[] = [];
  for (const [index, line] of cart.lines.entries()) {
    const number = index + 1;
    lines.push(
      line.kind === "plan" ? await toPlanLine(ctx, line, number) : toPackageLine(packages, line, number),
    );
  }
  const coupon = cart.coupon ? await requireCoupon(ctx, cart.coupon, lines) : null;
  const total = computeOrderTotal(lines, coupon);
  const priced = lines.map((line, index) => ({ ...line, ...toLineTotal(total, index) }));
  return { lines: priced, coupon, total, cart_hash: hashCart(lines, coupon, total) };
}

function toLineTotal({ lines }: OrderTotal, index: number) {
  const line = lines[index];
  if (!line) throw new Error("a line has no total");
  return line;
}

async function loadPackages(ctx: ReadContext, cart: CartInput): Promise<Map<string, Package>> {
  const ids = cart.lines.flatMap((line) => (line.kind === "package" ? [line.package_id] : []));
  if (ids.length === 0) return new Map();
  return new Map((await findOfferedPackages(ctx.db, ids)).map((found) => [found.id, found]));
}

async function toPlanLine(
  ctx: ReadContext,
  { plan_id, duration_months }: PlanLine,
  number: number,
): Promise<UnpricedLine> {
  const field = `lines.${number - 1}.plan_id`;
  const version = await findOfferedPlan(ctx.db, plan_id);
  if (!version) return plansRefusals.refuse("billing.plan_not_offered", {}, field);
  if (!canStart(await findSubscription(ctx)))
    return plansRefusals.refuse("billing.already_subscribed", {}, field);
  return {
    number,
    kind: "plan",
    plan_version_id: version.id,
    months: duration_months,
    package_id: null,
    service: null,
    units: null,
    valid_days: null,
    quantity: 1,
    title_ar: version.name_ar,
    title_en: version.name_en,
    gross_halalas: toPrice(version, duration_months),
  };
}

function toPackageLine(
  packages: ReadonlyMap<string, Package>,
  { package_id, quantity }: PackageLine,
  number: number,
): UnpricedLine {
  const found = packages.get(package_id);
  if (!found)
    return ordersRefusals.refuse("billing.package_not_offered", {}, `lines.${number - 1}.package_id`);
  return {
    number,
    kind: "package",
    plan_version_id: null,
    months: null,
    package_id,
    service: found.service,
    units: found.units * quantity,
    valid_days: found.valid_days,
    quantity,
    title_ar: found.title_ar,
    title_en: found.title_en,
    gross_halalas: found.price_halalas * quantity,
  };
}

function hashCart(lines: readonly UnpricedLine[], coupon: CouponRow | null, total: OrderTotal): string {
  const goods = lines.map((line) => [
    line.plan_version_id ?? line.package_id,
    line.months,
    line.quantity,
    line.units,
    line.gross_halalas,
  ]);
  const facts = JSON.stringify([goods, coupon?.id ?? null, total.total_halalas]);
  return createHash("sha256").update(facts).digest("hex");
}
