import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const trackingData = definePersonalData("tracking", "tracking", {
  abuse_reports: ({ erased }) => erased({ without: ["contact"] }),
  attribution_days: ({ erased }) => erased(),
  attributions: ({ erased }) => erased(),
  click_days: ({ erased }) => erased(),
  clicks: ({ erased }) => erased({ without: ["visitor_key"] }),
  coupon_days: ({ erased }) => erased(),
  coupon_leaks: ({ erased }) => erased(),
  coupons: ({ erased }) => erased(),
  destination_turns: ({ erased }) => erased({ notExported: "When destinations are looked at next" }),
  destinations: ({ erased }) => erased(),
  domains: ({ erased }) => erased(),
  link_hours: ({ erased }) => erased(),
  link_orders: ({ erased }) => erased(),
  link_rows: ({ erased }) =>
    erased({ retention: { period: "30 days", why: "rows of a file that made links" } }),
  link_visitors: ({ erased }) => erased(),
  links: ({ erased }) => erased(),
  order_credits: ({ erased }) => erased(),
  pending_clicks: ({ ours }) =>
    ours("Clicks on the way to their table", { period: "seconds", why: "written in groups" }),
  qr_logos: ({ erased }) => erased(),
  restatements: ({ erased }) => erased(),
});
