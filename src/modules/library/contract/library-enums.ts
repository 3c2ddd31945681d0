/* Constants alone, which pages read without the validation library. */

/** What an ad of the library is made of. */
export const adTypes = ["image", "video", "animated_image", "carousel", "text"] as const;
export type AdType = (typeof adTypes)[number];

/** How it looks and speaks. */
export const adStyles = [
  "product_shot",
  "lifestyle",
  "customer_made",
  "testimonial",
  "comparison",
  "unboxing",
  "motion_graphics",
  "offer_card",
] as const;
export type AdStyle = (typeof adStyles)[number];

/** What a store sells most. */
export const sectors = [
  "fashion",
  "abayas",
  "perfumes",
  "beauty",
  "jewellery",
  "dates_food",
  "sweets_gifts",
  "coffee",
  "home",
  "electronics",
  "kids",
  "health",
  "sports",
  "cars",
  "services",
] as const;
export type Sector = (typeof sectors)[number];

/** Where an item comes from: the library that our team keeps, or the merchant's own winners. */
export const itemSources = ["library", "own"] as const;
export type ItemSource = (typeof itemSources)[number];

/**
 * An own ad enters the library by itself once it ran and sold this much within the last `windowDays` Riyadh days, its
 * delivered return is at least `leastRoas`, and no less than the merchant's own over all ads in these days.
 */
export const winnerThresholds = {
  windowDays: 365,
  leastDaysRun: 7,
  leastSpendHalalas: 50_000,
  leastOrdersDelivered: 10,
  leastRoas: 2,
  /** The best so many of a merchant's ads. */
  most: 200,
} as const;

/**
 * A sector's medians are of at least `leastStores` stores that shared for the whole month and sold enough in it. They are
 * published once a month, on the Riyadh day `publishedOn` of the next one.
 */
export const sectorRules = {
  leastStores: 20,
  leastSpendHalalas: 100_000,
  leastOrdersDelivered: 10,
  publishedOn: 15,
  /** Two publications in a row are of the same stores, or of at least so many others. */
  leastChangedStores: 5,
} as const;

export const collectionsMax = 100;
export const collectedItemsMax = 500;
export const noteMax = 2_000;
/** Rows and bytes of one imported file. */
export const importRowsMax = 500;
export const importBytesMax = 1_048_576;
