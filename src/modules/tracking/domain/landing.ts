import { ourParameterNames, platformClickNames } from "../contract/click-parameters.ts";
import type { UtmTags } from "./utm-tags.ts";

/** The address a click lands on, in two parts; the click id goes between them. Both ASCII. */
export type Landing = { before: string; after: string };

type LandingInput = { linkId: string; adId: string; tags: UtmTags; destination: string };

/**
 * The parameters we set, and the platforms' click ids that we carry on. The destination's own values for them are
 * removed, or the store would read two of each.
 */
const ourNames = new Set<string>([
  ...ourParameterNames,
  ...platformClickNames.map((name) => name.toLowerCase()),
]);

/**
 * The destination with our parameters after its own. Its own query stays unchanged, character by character: some shops
 * sign it.
 */
export function toLanding({ linkId, adId, tags, destination }: LandingInput): Landing {
  const url = new URL(destination);
  const own = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !ourNames.has(toParamName(part)));
  const utm = new URLSearchParams({
    utm_source: tags.source,
    utm_medium: tags.medium,
    utm_campaign: tags.campaign ?? linkId,
  });
  const content = tags.content ?? adId;
  if (content !== "") utm.set("utm_content", content);
  const query = [...own, utm.toString()].join("&");
  return { before: `${url.origin}${url.pathname}?${query}`, after: url.hash };
}

/** A parameter's name as a shop may decode it, in any case and encoded any number of times. */
function toParamName(part: string): string {
  let name = part.split("=")[0] ?? "";
  for (let before = ""; before !== name; ) {
    before = name;
    name = name.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent);
  }
  // PHP reads "utm.source", "utm source", " utm_source" and "utm_source[]" as the same name.
  const [word = ""] = name.replaceAll("+", " ").trim().split("[");
  return word.toLowerCase().replaceAll(/[ .]/g, "_");
}

/**
 * The full address for one click. The id is in it twice: shops keep UTM tags, other sites read our own parameter. The
 * platform's click id (`readPlatformClick`) goes on to the shop, whose own pixel of that platform reads it.
 */
export function toLocation({ before, after }: Landing, clickId: string, platformClick = ""): string {
  const carried = platformClick === "" ? "" : `&${platformClick}`;
  return `${before}${carried}&utm_term=${clickId}&rwj=${clickId}${after}`;
}
