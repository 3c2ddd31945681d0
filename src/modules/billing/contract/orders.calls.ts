import { z } from "zod";
import { defineCalls, halalasSchema, instant, text } from "#base/shared/contract.ts";
import { intentStatuses, paymentFailures } from "#modules/payments/contract/enums.ts";
import { paymentFormSchema } from "#modules/payments/contract/payment-form.ts";
import { paymentId } from "#modules/payments/contract/payment-id.ts";
import { orderLineKinds, orderPaymentMethods, orderStates } from "./orders.enums.ts";
import { durationSchema } from "./plans.calls.ts";
import { stockServices } from "./stock.enums.ts";

const read = { subject: "billing", action: "read" } as const;
const manage = { subject: "billing", action: "manage" } as const;
const id = z.string().min(1).max(64);
const amount = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** What is bought: a plan for some months, or packages, each named once. */
const cart = z.object({
  lines: z
    .array(
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("plan"), plan_id: id, duration_months: durationSchema }),
        z.object({ kind: z.literal("package"), package_id: id, quantity: z.number().int().min(1).max(99) }),
      ]),
    )
    .min(1)
    .max(20)
    .refine((lines) => lines.filter(({ kind }) => kind === "plan").length < 2, { error: "billing:one_plan" }),
  coupon: text(40).optional(),
});
export type CartInput = z.output<typeof cart>;

const line = z.object({
  kind: z.enum(orderLineKinds),
  title: z.string(),
  quantity: z.number().int(),
  /** Of a plan. */
  duration_months: z.number().int().nullable(),
  /** Of packages: all their units together, and the days until unused ones end. */
  service: z.enum(stockServices).nullable(),
  units: z.number().int().nullable(),
  valid_days: z.number().int().nullable(),
  gross_halalas: halalasSchema,
  discount_halalas: halalasSchema,
  total_halalas: halalasSchema,
});

const totals = {
  lines: z.array(line),
  /** The code as it is written on the coupon. */
  coupon: z.string().nullable(),
  subtotal_halalas: halalasSchema,
  discount_halalas: halalasSchema,
  /** What is paid; prices are with VAT. */
  total_halalas: halalasSchema,
  vat_halalas: halalasSchema,
  vat_basis_points: z.number().int(),
};

const preview = z.object({
  ...totals,
  /** What the wallet has free; it may pay when it covers the total. */
  balance_halalas: halalasSchema,
  /** The same goods, bought a few minutes ago: to buy them once more is to be confirmed. */
  recent_order: z.object({ id: z.string(), paid_at: instant }).nullable(),
});

const order = z.object({
  id: z.string(),
  state: z.enum(orderStates),
  ...totals,
  payment_method: z.enum(orderPaymentMethods).nullable(),
  /** The payment under way or the last one; null when the balance or a coupon paid. */
  payment: z
    .object({
      intent_id: z.string(),
      status: z.enum(intentStatuses),
      failure: z.enum(paymentFailures).nullable(),
      failure_text: z.string().nullable(),
      /** That the card could not be saved, where that was wanted; null otherwise. */
      card_text: z.string().nullable(),
      /** The bank's page (3-D Secure), while the payment waits for the cardholder. */
      action_url: z.string().nullable(),
    })
    .nullable(),
  /** What is open now and where, once the order is delivered. */
  opened: z.array(
    z.object({
      kind: z.enum(orderLineKinds),
      title: z.string(),
      service: z.enum(stockServices).nullable(),
      path: z.string(),
    }),
  ),
  refunded_halalas: halalasSchema,
  created_at: instant,
  paid_at: instant.nullable(),
});
const orderWithForm = z.object({ order, form: paymentFormSchema.nullable() });

const cartRefusals = [
  "billing.plan_not_offered",
  "billing.already_subscribed",
  "billing.package_not_offered",
  "billing.coupon_unknown",
  "billing.coupon_not_begun",
  "billing.coupon_ended",
  "billing.coupon_used_up",
  "billing.coupon_used_by_you",
  "billing.coupon_first_purchase",
  "billing.coupon_other_goods",
  "billing.too_many_coupons",
] as const;

export const ordersCalls = defineCalls({
  "POST Clients/Billing/orders/preview": {
    summary: "What a purchase costs, with its coupon and VAT. Stores nothing",
    access: read,
    body: cart,
    answer: preview,
    refusals: cartRefusals,
  },
  "POST Clients/Billing/orders": {
    summary: "Buys once for a checkout, by the wallet's balance, a saved card or the gateway's form",
    access: manage,
    body: cart.extend({
      /** Made by the page when the checkout is opened; the back button and a second tab keep it. */
      checkout_id: z.uuid(),
      /** What the merchant saw: another total is refused. */
      expected_total_halalas: amount,
      payment: z.object({
        method: z.enum(["balance", "card", "form"]),
        /** Of the method `card`. */
        card_id: id.optional(),
        /** Of the method `form`: the merchant's consent to keep the card at the gateway. */
        save_card: z.boolean().default(false),
      }),
      /** The merchant has confirmed to buy the same goods once more. */
      repeat: z.boolean().default(false),
    }),
    answer: orderWithForm,
    refusals: [
      ...cartRefusals,
      "billing.price_changed",
      "billing.order_repeated",
      "billing.card_required",
      "billing.card_expired",
      "billing.total_too_small",
      "billing.too_many_open_payments",
      "wallet.balance_not_enough",
      "wallet.money_stopped",
      "base.not_found",
    ],
    idempotent: true,
  },
  "GET Clients/Billing/orders/{id}": {
    summary: "One order, with its payment as the gateway last confirmed it",
    access: read,
    params: z.object({ id }),
    answer: order,
  },
  "POST Clients/Billing/orders/{id}/attach-payment": {
    summary: "Reports the gateway's payment of the order, before the bank's page is opened",
    access: manage,
    params: z.object({ id }),
    body: z.object({ payment_id: paymentId }),
    answer: order,
    refusals: ["billing.payment_of_another_order"],
  },
  "POST Clients/Billing/orders/{id}/check": {
    summary: "Checks the order's payment at the gateway now (the cardholder has returned)",
    access: manage,
    params: z.object({ id }),
    answer: order,
  },
});
export type OrdersCalls = typeof ordersCalls;
export type OrderRequest = z.output<(typeof ordersCalls)["POST Clients/Billing/orders"]["body"]>;
