import { type Currency, RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { MIN_DAILY_USD } from "./facts.ts";

/** A dollar amount in minor units of another currency; every currency here has hundredths. */
function converted(cents: number, currency: Currency): number {
  return Math.ceil((cents * RIYALS_PER_UNIT.USD) / RIYALS_PER_UNIT[currency]);
}

/** Marketing API, minimum_budgets: the minimum for a day, in minor units. */
export function minimumBudgets(currency: Currency): Json {
  return {
    currency,
    min_daily_budget_imp: converted(MIN_DAILY_USD.imp, currency),
    min_daily_budget_video_views: converted(MIN_DAILY_USD.video_views, currency),
    min_daily_budget_high_freq: converted(MIN_DAILY_USD.high_freq, currency),
    min_daily_budget_low_freq: converted(MIN_DAILY_USD.low_freq, currency),
  };
}

/** The daily minimum by billing event: impressions, full views, or clicks and the like. */
export function minimumDailyBudget(currency: Currency, billingEvent = "IMPRESSIONS"): number {
  const minimum = minimumBudgets(currency);
  if (billingEvent === "IMPRESSIONS") return Number(minimum.min_daily_budget_imp);
  return Number(
    billingEvent === "THRUPLAY" ? minimum.min_daily_budget_video_views : minimum.min_daily_budget_high_freq,
  );
}
