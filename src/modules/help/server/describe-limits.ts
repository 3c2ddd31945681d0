import { formatRiyals } from "#base/shared/money.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";

type Translate = (key: string, params?: Record<string, string>) => string;

/** A platform's limits as the form checks them, in the reader's words. Throws for one that is no platform. */
export function describeLimits(name: string, t: Translate): { term: string; lines: string[] } {
  const platform = platforms.find((one) => one === name);
  const limits = platform && getCapabilities(platform);
  if (!platform || !limits) throw new Error(`a help page describes ${name}, which is no platform`);
  const lines = [
    t("help:limits.budget", { amount: formatRiyals(limits.minimumDailyBudget) }),
    t("help:limits.day", { percent: `${limits.maxDailyOverdeliveryBasisPoints / 100}%` }),
    t("help:limits.headline", { max: String(limits.headlineMax) }),
    ...(limits.textMax > 0 ? [t("help:limits.text", { max: String(limits.textMax) })] : []),
    ...listMedia(platform, t),
  ];
  return { term: t(`campaigns:platform_names.${platform}`), lines };
}

/** Google's files are those of YouTube: its ads in the search are all words. */
function listMedia(platform: Platform, t: Translate): string[] {
  const media = getCapabilities(platform, platform === "google" ? ["youtube"] : [])?.media ?? [];
  return media.flatMap(({ kind, width, height, seconds }) => {
    const size = width && height ? { size: `${width}×${height}` } : null;
    if (kind === "image" && size) return [t("help:limits.image", size)];
    if (kind !== "video" || !seconds) return [];
    const length = { min: String(seconds.min), max: String(seconds.max) };
    return [size ? t("help:limits.video", { ...size, ...length }) : t("help:limits.any_video", length)];
  });
}
