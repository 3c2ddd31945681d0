/** What our redirect adds to the address that a link leads to: the UTM tags, and the click's id. */
export const ourParameterNames = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_content",
  "utm_term",
  "rwj",
] as const;

/**
 * The click ids that ad platforms add to a link when it is tapped, in the case they are written in: Meta `fbclid`
 * (Conversions API, fbp and fbc), Snapchat `ScCid` (Conversions API v3, sc_click_id), TikTok `ttclid` (Events API),
 * Google `gclid`, and `gbraid` or `wbraid` on iOS (Data Manager API, AdIdentifiers), X `twclid` (Web Conversions).
 */
export const platformClickNames = [
  "fbclid",
  "ScCid",
  "ttclid",
  "gclid",
  "gbraid",
  "wbraid",
  "twclid",
] as const;
