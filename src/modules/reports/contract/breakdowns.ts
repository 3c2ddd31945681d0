/** What a campaign's figures are split by. Apart from the calls, so that the page loads no validation library for them. */
export const breakdowns = ["ad_group", "ad", "hour"] as const;
export type Breakdown = (typeof breakdowns)[number];
