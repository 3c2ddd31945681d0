import { expect, it } from "vitest";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { toUtmTags } from "./utm-tags.ts";

/** Google Analytics, default channel groups: sources by category (its published list), and what counts as paid. */
const categories: Record<string, string[]> = {
  "Paid Search": ["google"],
  "Paid Video": ["youtube"],
  "Paid Social": ["facebook", "instagram", "snapchat", "tiktok", "twitter"],
};
const isPaid = /^(.*cp.*|ppc|retargeting|paid.*)$/;

it.each<[Platform, Placement[], string, string, string]>([
  ["google", ["search"], "google", "cpc", "Paid Search"],
  ["google", ["youtube"], "youtube", "paid_video", "Paid Video"],
  ["meta", ["facebook"], "facebook", "paid_social", "Paid Social"],
  ["meta", ["instagram"], "instagram", "paid_social", "Paid Social"],
  ["meta", ["facebook", "instagram"], "facebook", "paid_social", "Paid Social"],
  ["snapchat", [], "snapchat", "paid_social", "Paid Social"],
  ["tiktok", [], "tiktok", "paid_social", "Paid Social"],
  ["x", [], "twitter", "paid_social", "Paid Social"],
])(
  "an ad on %s %j has the tags %s / %s, which Google Analytics counts as %s",
  (platform, placements, ...expected) => {
    const [source, medium, group] = expected;
    expect(toUtmTags(platform, placements)).toEqual({ source, medium });
    expect(categories[group]).toContain(source);
    expect(medium).toMatch(isPaid);
  },
);
