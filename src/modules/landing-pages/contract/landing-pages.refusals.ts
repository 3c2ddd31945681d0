import { defineRefusals } from "#base/shared/refusals.ts";

export const landingPagesRefusals = defineRefusals({
  "landing_pages.too_many": 409,
  "landing_pages.product_without_page": 422,
  "landing_pages.product_gone": 409,
  "landing_pages.changed_elsewhere": 409,
  "landing_pages.colors_unreadable": 422,
  "landing_pages.not_published": 409,
  "landing_pages.slug_taken": 409,
  "landing_pages.slugs_too_many": 409,
});
