import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { toShortName } from "#modules/stores/contract/product-name.ts";
import { setAdGroup } from "./edit-draft.ts";
import { getLimits } from "./plan-body.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";
import { toPlatformDraft } from "./read-draft.ts";

const isArabic = /\p{Script=Arabic}/u;

/**
 * What people type who look for a product to buy: its name as it is called, and the name with the words of buying, in the
 * name's own script. None of a name without letters, or of one longer than the platform takes.
 */
export function proposeKeywords(name: string, limits: { max: number; length: number }): string[] {
  const short = toShortName(name.trim());
  if (!/\p{L}/u.test(short)) return [];
  const phrases = isArabic.test(short)
    ? [short, `شراء ${short}`, `سعر ${short}`]
    : [short, `buy ${short}`, `${short} price`];
  return phrases.filter((phrase) => phrase.length <= limits.length).slice(0, limits.max);
}

/** Whether ads are found by their keywords alone, as in a search; elsewhere keywords narrow the audience. */
export const isFoundByKeywords = (limits: Pick<Capabilities, "keywords"> | null): boolean =>
  (limits?.keywords?.min ?? 0) > 0;

/**
 * The draft with keywords where its ads are found by them and has none. They are shared unless another chosen platform would
 * narrow its audience by them.
 */
export function withProposedKeywords(draft: PlanDraft, groupKey: string, name: string): PlanDraft {
  const takers = listPlatforms(draft).filter((platform) => getLimits(draft, platform)?.keywords);
  const searching = takers.filter((platform) => isFoundByKeywords(getLimits(draft, platform)));
  const isShared = searching.length === takers.length;
  return searching.reduce((next, platform) => {
    const limits = getLimits(next, platform)?.keywords;
    const group = toPlatformDraft(next, platform).ad_groups.find(({ key }) => key === groupKey);
    if (!limits || !group || group.keywords.length > 0) return next;
    return setAdGroup(next, isShared ? null : platform, groupKey, {
      keywords: proposeKeywords(name, limits),
    });
  }, draft);
}
