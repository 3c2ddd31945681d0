import { defineRefusals } from "#base/shared/refusals.ts";

/** Refusals of plans and subscriptions. */
export const plansRefusals = defineRefusals({
  "billing.plan_not_offered": 409,
  "billing.already_subscribed": 409,
  "billing.subscription_inactive": 402,
  "billing.trial_used": 409,
  "billing.not_an_upgrade": 409,
  "billing.not_a_downgrade": 409,
  "billing.nothing_to_cancel": 409,
  "billing.nothing_to_resume": 409,
  "billing.nothing_to_pay": 409,
  "billing.period_not_paid": 409,
  "billing.payment_under_way": 409,
  "billing.payment_of_another": 409,
  "billing.card_expired": 409,
  "billing.card_charged_back": 409,
  "billing.too_many_open_payments": 429,
});
