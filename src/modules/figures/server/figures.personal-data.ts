import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const figuresData = definePersonalData("figures", "figures", {
  account_polls: ({ erased }) => erased(),
  ad_days: ({ erased }) => erased(),
  ad_facts: ({ erased }) =>
    erased({
      retention: { period: "this month and 25 before it", why: "two years are compared as they were known" },
    }),
  ads: ({ erased }) => erased(),
  answer_days: ({ erased }) => erased({ notExported: "Which of the platforms' answers a day was read from" }),
  answers: ({ erased }) =>
    erased({
      notExported: "The platforms' answers as they came; what they say is in the facts",
      retention: { period: "180 days, then their hash alone", why: "as long as a payment may be disputed" },
    }),
  attributed_orders: ({ erased }) => erased(),
  campaign_days: ({ erased }) => erased(),
  campaigns: ({ erased }) => erased(),
  city_days: ({ erased }) => erased(),
  click_days: ({ erased }) => erased(),
  counted_orders: ({ erased }) => erased(),
  merchant_days: ({ erased }) => erased(),
  metric_hours: ({ erased }) => erased(),
  order_hours: ({ erased }) => erased(),
  order_state_days: ({ erased }) => erased(),
  orders: ({ erased }) => erased(),
  poll_schedule: ({ erased }) => erased({ notExported: "When a platform is asked next" }),
  polls: ({ erased }) => erased(),
  product_days: ({ erased }) => erased(),
  product_months: ({ erased }) => erased(),
});
