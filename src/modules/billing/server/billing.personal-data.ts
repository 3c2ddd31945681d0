import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const billingData = definePersonalData("billing", "billing", {
  buyer_details: ({ erased }) => erased(),
  coupon_uses: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  coupons: ({ ours }) => ours("What we offer"),
  invoice_chain: ({ ours }) => ours("The chain of all invoices"),
  invoice_lines: ({ kept }) =>
    kept("Books and invoices are kept for six years, as VAT law demands", {
      owner: { through: "billing.invoices", by: "invoice_id", its: "id" },
    }),
  invoice_series: ({ ours }) => ours("Numbers of invoices"),
  invoices: ({ kept }) =>
    kept(
      "Books and invoices are kept for six years, as VAT law demands; the buyer's name, address and VAT number on them stay",
      { without: ["xml"] },
    ),
  order_intents: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  order_lines: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  order_payments: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  order_refunds: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  orders: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  packages: ({ ours }) => ours("What we offer"),
  period_returns: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  periods: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  plan_versions: ({ ours }) => ours("What we offer"),
  plans: ({ ours }) => ours("What we offer"),
  quota_months: ({ erased }) => erased(),
  returned_payments: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  reviews: ({ ours }) => ours("How far payments were read"),
  stock_accounts: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  stock_lots: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  stock_movements: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  stock_reservation_parts: ({ kept }) =>
    kept("Part of the books: what was bought, paid and given back", {
      owner: { through: "billing.stock_reservations", by: "reservation_id", its: "id" },
    }),
  stock_reservations: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  subscriptions: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  text_charges: ({ erased }) => erased(),
  trial_claims: ({ kept }) =>
    kept("A free trial begins once for a number, which is a hash here, and for a store"),
});
