/** Where a click lands, in two pieces between which the click id goes. Both ASCII. */
export type Landing = { before: string; after: string };

type Told = { linkId: string; adId: string; platform: string; destination: string };

/** Names we set; the destination's own values for them give way, or the store would read two of each. */
const ours = new Set(["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "rwj"]);

/**
 * The destination with our parameters behind its own. Its own query stays as it was written, letter by letter: some
 * shops sign theirs.
 */
export function landingOf({ linkId, adId, platform, destination }: Told): Landing {
  const url = new URL(destination);
  const own = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !ours.has(part.split("=")[0] ?? ""));
  const told = new URLSearchParams({
    utm_source: platform,
    utm_medium: "paid_social",
    utm_campaign: linkId,
    utm_content: adId,
  });
  const query = [...own, told.toString()].join("&");
  return { before: `${url.origin}${url.pathname}?${query}`, after: url.hash };
}

/** The whole address for one click. The id stands twice: shops keep UTM tags, other sites read our own. */
export function locationOf({ before, after }: Landing, clickId: string): string {
  return `${before}&utm_term=${clickId}&rwj=${clickId}${after}`;
}
