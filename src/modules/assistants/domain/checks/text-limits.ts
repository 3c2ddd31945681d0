import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import { headlineLimit } from "../../contract/writer-enums.ts";

/** A text beside one platform's limit for it, counted as the platform counts. */
export type LimitCheck = { platform: Platform; part: "headline" | "text"; length: number; max: number };

/** What each platform shows of an ad's two texts; a part that a platform does not show is left out. */
export function checkTextLimits({ headline, body }: { headline: string; body: string }): LimitCheck[] {
  return platforms.flatMap((platform) => {
    const limits = getCapabilities(platform);
    if (!limits) return [];
    const count = (text: string) => textLength(text, limits.textsCountedBy);
    const headlineMax = Math.min(limits.headlineMax, headlineLimit);
    const textMax = limits.textMax > 0 ? limits.textMax : (limits.descriptions?.length ?? 0);
    return [
      ...(headline === ""
        ? []
        : [{ platform, part: "headline" as const, length: count(headline), max: headlineMax }]),
      ...(textMax === 0 || body === ""
        ? []
        : [{ platform, part: "text" as const, length: count(body), max: textMax }]),
    ];
  });
}
