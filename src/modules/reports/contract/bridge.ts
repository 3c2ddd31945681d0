/**
 * The way from what platforms claim to what the store delivered. Three of the steps are sums of their own (`claimed`,
 * `proven`, `delivered`); the others are added to or taken from the one above.
 */
export const bridgeSteps = [
  "claimed",
  "view_through",
  "two_platforms",
  "placed_after",
  "clicked_before",
  "unnamed",
  "not_claimed",
  "proven",
  "cancelled",
  "refused",
  "returned",
  "not_expected",
  "delivered",
] as const;
export type BridgeStepName = (typeof bridgeSteps)[number];

/** The steps whose orders can be listed; of the others the platform names no order. */
export const listedSteps = [
  "two_platforms",
  "placed_after",
  "clicked_before",
  "proven",
  "cancelled",
  "refused",
  "returned",
  "not_expected",
  "delivered",
] as const satisfies readonly BridgeStepName[];
export type ListedStep = (typeof listedSteps)[number];

/** How far a platform's claim is from what was delivered; `nothing_delivered`: there is nothing to divide by. */
export const overClaimVerdicts = ["below", "close", "over", "far_over", "nothing_delivered"] as const;
export type OverClaimVerdict = (typeof overClaimVerdicts)[number];
