import { type AttributionWindow, attributionWindows } from "#modules/merchants/contract/enums.ts";

/** Which click of a visitor an order is credited to: the first within the window, or the one the order carries. */
export const attributionModels = ["last_click", "first_click"] as const;
export type AttributionModel = (typeof attributionModels)[number];

export { type AttributionWindow, attributionWindows };

/** What figures are counted by unless somebody chooses otherwise. */
export const defaultAttribution = { model: "last_click", windowDays: 28 } as const satisfies {
  model: AttributionModel;
  windowDays: AttributionWindow;
};

/**
 * Who speaks for an order: the click whose id it carries, the coupon a campaign owns, both for one campaign, both for
 * different campaigns, or nobody.
 */
export const witnesses = ["both", "click_id", "coupon", "conflict", "none"] as const;
export type Witness = (typeof witnesses)[number];
