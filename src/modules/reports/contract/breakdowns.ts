/** What a campaign's figures are split by. Apart from the calls, so that the page loads no validation library for them. */
export const breakdowns = ["ad_group", "ad", "hour"] as const;
/** A plan's figures are split by its platforms too. */
export const planBreakdowns = ["platform", ...breakdowns] as const;
export type PlanBreakdown = (typeof planBreakdowns)[number];
export type Breakdown = (typeof breakdowns)[number];
