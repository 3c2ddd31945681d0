import type { ReadContext } from "#base/server/context.ts";
import { checkedFirst, type Handlers } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { OrdersCalls } from "../../contract/orders.calls.ts";
import { ordersRefusals } from "../../contract/orders.refusals.ts";
import { createOrder } from "./create-order.ts";
import { limitCoupons } from "./limit-coupons.ts";
import { type OrdersDeps, purpose } from "./orders.deps.ts";
import { presentOrder } from "./orders.present.ts";
import { findOrder } from "./orders.store.ts";
import { previewOrder } from "./preview-order.ts";

/** The calls of the checkout. */
export function ordersHandlers(deps: OrdersDeps): Handlers<OrdersCalls> {
  const { payments } = deps;
  const create = createOrder(deps);
  const preview = previewOrder(deps);
  const limit = limitCoupons(deps);
  const present = presentOrder(deps);
  const load = async (ctx: ReadContext, id: string) =>
    (await findOrder(ctx, id)) ?? baseRefusals.refuse("base.not_found");
  const presentOne = async (ctx: ReadContext, id: string, language: Language) =>
    present(ctx, await load(ctx, id), language);

  return {
    "POST Clients/Billing/orders/preview": checkedFirst(
      ({ ctx, body }) => limit(ctx, body.coupon),
      ({ ctx, body, language }) => preview(ctx, { cart: body, language }),
    ),
    "POST Clients/Billing/orders": checkedFirst(
      ({ ctx, body }) => limit(ctx, body.coupon),
      async ({ ctx, body, language }) => {
        const { orderId, form } = await create(ctx, { request: body, language });
        return { order: await presentOne(ctx, orderId, language), form };
      },
    ),
    "GET Clients/Billing/orders/{id}": ({ ctx, params, language }) => presentOne(ctx, params.id, language),
    "POST Clients/Billing/orders/{id}/attach-payment": async ({ ctx, params, body, language }) => {
      const { intent_id: intentId } = await load(ctx, params.id);
      if (!intentId) return baseRefusals.refuse("base.not_found");
      if (!(await payments.attachPayment(ctx, { purpose, intentId, paymentId: body.payment_id })))
        return ordersRefusals.refuse("billing.payment_of_another_order", {}, "payment_id");
      return presentOne(ctx, params.id, language);
    },
    "POST Clients/Billing/orders/{id}/check": async ({ ctx, params, language }) => {
      const { intent_id: intentId } = await load(ctx, params.id);
      if (intentId) await payments.checkIntent(ctx, { purpose, intentId });
      return presentOne(ctx, params.id, language);
    },
  };
}
