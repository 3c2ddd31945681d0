import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import type { Intent } from "#modules/payments/server/payments.facade.ts";
import { findCouponById } from "./coupons.store.ts";
import { type OrdersDeps, purpose } from "./orders.deps.ts";
import { listLines, type Order, type OrderLine } from "./orders.store.ts";

type Deps = Pick<OrdersDeps, "payments">;

/** A line as the merchant reads it, of an order or of its preview. */
export const presentLine = (line: OrderLine, language: Language) => ({
  kind: line.kind,
  title: line[`title_${language}`],
  quantity: line.quantity,
  duration_months: line.months,
  service: line.service,
  units: line.units,
  valid_days: line.valid_days,
  gross_halalas: line.gross_halalas,
  discount_halalas: line.discount_halalas,
  total_halalas: line.total_halalas,
});

/** An order with its payment and, once it is delivered, what is open now and where. */
export const presentOrder = (deps: Deps) => async (ctx: ReadContext, order: Order, language: Language) => {
  const lines = await listLines(ctx, order.id);
  const coupon = order.coupon_id ? await findCouponById(ctx.db, order.coupon_id) : undefined;
  const intent = order.intent_id
    ? await deps.payments.findIntent(ctx, { purpose, intentId: order.intent_id })
    : undefined;
  const isByGateway = order.payment_method === "card" || order.payment_method === "form";
  return {
    id: order.id,
    state: order.state,
    lines: lines.map((line) => presentLine(line, language)),
    coupon: coupon?.code ?? null,
    subtotal_halalas: order.subtotal_halalas,
    discount_halalas: order.discount_halalas,
    total_halalas: order.total_halalas,
    vat_halalas: order.vat_halalas,
    vat_basis_points: order.vat_basis_points,
    payment_method: order.payment_method,
    payment: intent && isByGateway ? presentPayment(deps, intent, language) : null,
    opened: order.state === "delivered" ? lines.map((line) => presentOpened(line, language)) : [],
    refunded_halalas: order.refunded_halalas,
    created_at: order.created_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
  };
};

function presentPayment({ payments }: Deps, intent: Intent, language: Language) {
  const { id: intent_id, status, failure, action_url } = intent;
  const failure_text = payments.describeFailure(intent, language);
  const card_text = payments.describeCard(intent, language);
  return { intent_id, status, failure, failure_text, card_text, action_url };
}

const presentOpened = (line: OrderLine, language: Language) => ({
  kind: line.kind,
  title: line[`title_${language}`],
  service: line.service,
  path:
    line.kind === "plan"
      ? "/financial-transaction/active-subscribtions"
      : `/financial-transaction/services-stock?service=${line.service}`,
});
