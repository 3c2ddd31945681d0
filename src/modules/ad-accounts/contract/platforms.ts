/** The ad platforms we support. A bare "platform" in this product is always one of these. */
export const platforms = ["meta", "snapchat", "tiktok", "x", "google"] as const;
export type Platform = (typeof platforms)[number];

/** Placements of one platform that a campaign chooses between: Meta's two apps, Google's search pages and YouTube. */
export const placements = ["facebook", "instagram", "search", "youtube"] as const;
export type Placement = (typeof placements)[number];

export const objectives = ["sales", "traffic"] as const;
export type Objective = (typeof objectives)[number];

/** How a merchant may ask a platform to bid. Which of them a platform supports is in its capabilities. */
export const biddingStrategies = [
  "maximize_conversions",
  "maximize_conversion_value",
  "target_cpa",
  "target_roas",
] as const;
export type BiddingStrategy = (typeof biddingStrategies)[number];

export const devices = ["mobile", "desktop", "tablet", "connected_tv", "other"] as const;
export type Device = (typeof devices)[number];

export const mediaKinds = ["image", "video", "animated_image"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** What the button under an ad says. */
export const callsToAction = [
  "shop_now",
  "order_now",
  "learn_more",
  "sign_up",
  "subscribe",
  "book_now",
  "apply_now",
  "download_now",
  "contact_us",
  "call_now",
  "watch_now",
] as const;
export type CallToAction = (typeof callsToAction)[number];

/** By what a platform may split those who saw a campaign: what people they are, where they live, where the ad stood, on what. */
export const audienceSplits = ["age", "gender", "place", "placement", "device"] as const;
export type AudienceSplit = (typeof audienceSplits)[number];
