/* Constants alone, which home reads without the validation library. */

/** What home's figures are compared with: as many days before, the same days of last year, or nothing. */
export const homeComparisons = ["previous", "last_year", "none"] as const;
export type HomeComparison = (typeof homeComparisons)[number];

/** Why a campaign's day differs from the day before by the same hour. */
export const changeReasons = [
  "started",
  "stopped",
  "more_spend",
  "less_spend",
  "more_orders",
  "fewer_orders",
] as const;
export type ChangeReason = (typeof changeReasons)[number];
