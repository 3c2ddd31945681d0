/** The ad platforms we speak to. A bare "platform" in this product is always one of these. */
export const platforms = ["meta", "snapchat", "tiktok", "x", "google"] as const;
export type Platform = (typeof platforms)[number];
