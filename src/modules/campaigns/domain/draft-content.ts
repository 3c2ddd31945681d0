import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { DraftContent, PlatformPart } from "../contract/draft-content.ts";

type Shared = Pick<DraftContent, "campaign" | "ad_group" | "ad">;
/** One platform's part of a draft, as if it were the only one: the shared fields and its own together. */
export type PlatformDraft = Shared & Pick<PlatformPart, "own" | "dropped">;

/** The platforms a draft has settings for, in the order in which screens list platforms. */
export const listPlatforms = ({ platforms: parts }: Pick<DraftContent, "platforms">): Platform[] =>
  platforms.filter((platform) => parts[platform]);

/** A platform's part of the draft: the shared fields, with what differs there. */
export function toPlatformDraft(content: DraftContent, platform: Platform): PlatformDraft {
  const part = content.platforms[platform];
  return {
    campaign: { ...content.campaign, ...part?.differs.campaign },
    ad_group: { ...content.ad_group, ...part?.differs.ad_group },
    ad: { ...content.ad, ...part?.differs.ad },
    own: part?.own ?? {},
    dropped: part?.dropped ?? [],
  };
}

/**
 * The draft with a platform's part replaced; what the other platforms have stays as it is. While a platform is alone,
 * all its fields are the shared ones; beside others, only what differs from those is written under it. A field that is
 * left out takes the shared value.
 */
export function withPlatformDraft(
  content: DraftContent,
  platform: Platform,
  { own, dropped, ...fields }: PlatformDraft,
): DraftContent {
  const isAlone = listPlatforms(content).every((one) => one === platform);
  const shared: Shared = isAlone ? fields : content;
  const differs = {
    campaign: pickDifferences(shared.campaign, fields.campaign),
    ad_group: pickDifferences(shared.ad_group, fields.ad_group),
    ad: pickDifferences(shared.ad, fields.ad),
  };
  return {
    campaign: shared.campaign,
    ad_group: shared.ad_group,
    ad: shared.ad,
    platform,
    platforms: { ...content.platforms, [platform]: { own, differs, dropped } },
  };
}

function pickDifferences<Part extends object>(shared: Part, fields: Part): Part {
  const differing = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((shared as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(differing) as Part;
}
