import { googleSearch, googleYoutube } from "./capabilities/google.ts";
import { meta } from "./capabilities/meta.ts";
import type { Capabilities } from "./capabilities/row.ts";
import { snapchat } from "./capabilities/snapchat.ts";
import { tiktok } from "./capabilities/tiktok.ts";
import { x } from "./capabilities/x.ts";
import type { Placement, Platform } from "./platforms.ts";

export type { AgeStep, Capabilities } from "./capabilities/row.ts";

/** Platforms that can be linked in this release; the others are shown as coming later. */
const table: Partial<Record<Platform, Capabilities>> = { meta, snapchat, tiktok, x, google: googleSearch };

/** What differs on one of a platform's placements: its own row. */
const placementCapabilities: Partial<Record<Placement, Capabilities>> = {
  search: googleSearch,
  youtube: googleYoutube,
};

/** Null for a platform that cannot be linked yet. Includes the campaign's placements where a platform has them. */
export function getCapabilities(
  platform: Platform,
  placements: readonly Placement[] = [],
): Capabilities | null {
  const [own] = placements.flatMap((placement) => placementCapabilities[placement] ?? []);
  return own?.platform === platform ? own : (table[platform] ?? null);
}
