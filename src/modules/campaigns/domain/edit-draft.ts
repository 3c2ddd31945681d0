import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import { emptyAdGroup, emptyDraftAd } from "./empty-draft.ts";
import {
  type Differences,
  type DraftAdFields,
  type DraftAdGroup,
  listPlatforms,
  noDifferences,
  type PlanDraft,
  type PlatformPart,
  type PlatformSettings,
} from "./plan-draft.ts";
import { getPart } from "./read-draft.ts";
import { equalShares, moveShare, normalizeShares } from "./split-budget.ts";

/** Changes of a plan that is being written. All are pure; the part they change is the shared one, or a platform's. */

/** Chooses the plan's platforms: new ones get an equal share of the budget, what others have stays in proportion. */
export function choosePlatforms(draft: PlanDraft, chosen: readonly Platform[]): PlanDraft {
  const before = listPlatforms(draft);
  const kept = before.filter((platform) => chosen.includes(platform));
  const added = chosen.filter((platform) => !before.includes(platform));
  const average = kept.length === 0 ? 1 : sumShares(draft, kept) / kept.length;
  const parts = [...kept, ...added].map((platform) => ({
    platform,
    part: getPart(draft, platform),
    share: kept.includes(platform) ? getPart(draft, platform).own.budget_share : Math.round(average),
  }));
  const shares =
    kept.length === 0 ? equalShares(parts.length) : normalizeShares(parts.map(({ share }) => share));
  const platforms = Object.fromEntries(
    parts.map(({ platform, part }, index) => [
      platform,
      { ...part, own: { ...part.own, budget_share: shares[index] ?? 0 } },
    ]),
  );
  const isOpen = draft.platform !== null && chosen.includes(draft.platform);
  return { ...draft, platforms, platform: isOpen ? draft.platform : null };
}

const sumShares = (draft: PlanDraft, of: readonly Platform[]) =>
  of.reduce((all, platform) => all + getPart(draft, platform).own.budget_share, 0);

/** A platform's own settings; another ad account or placement is another bidding offer, which the checks look at. */
export const setOwn = (draft: PlanDraft, platform: Platform, patch: Partial<PlatformSettings>): PlanDraft =>
  withPart(draft, platform, (part) => ({ ...part, own: { ...part.own, ...patch } }));

/** Sets one platform's share of the budget, in basis points; the others share the rest as before. */
export function setShare(draft: PlanDraft, platform: Platform, share: number): PlanDraft {
  const chosen = listPlatforms(draft);
  const shares = moveShare(
    chosen.map((one) => getPart(draft, one).own.budget_share),
    chosen.indexOf(platform),
    share,
  );
  return chosen.reduce(
    (moved, one, index) => setOwn(moved, one, { budget_share: shares[index] ?? 0 }),
    draft,
  );
}

type CampaignPatch = Partial<PlanDraft["campaign"]>;

/** Changes fields of the campaign: the shared ones, or with a platform what is to differ there. */
export function setCampaign(draft: PlanDraft, at: Platform | null, patch: CampaignPatch): PlanDraft {
  if (at === null) return { ...draft, campaign: { ...draft.campaign, ...patch } };
  return withDifferences(draft, at, (differs) => ({
    ...differs,
    campaign: pickDifferences(draft.campaign, { ...differs.campaign, ...patch }),
  }));
}

export function setAdGroup(
  draft: PlanDraft,
  at: Platform | null,
  key: string,
  patch: Partial<AdGroupFields>,
): PlanDraft {
  const group = draft.ad_groups.find((one) => one.key === key);
  if (!group) return draft;
  if (at === null) return withGroup(draft, key, (one) => ({ ...one, ...patch }));
  return withDifferences(draft, at, (differs) => ({
    ...differs,
    ad_groups: withEntry(
      differs.ad_groups,
      key,
      pickDifferences(group, { ...differs.ad_groups[key], ...patch }),
    ),
  }));
}

export function setAd(
  draft: PlanDraft,
  at: Platform | null,
  key: string,
  patch: Partial<DraftAdFields>,
): PlanDraft {
  const ad = draft.ad_groups.flatMap((group) => group.ads).find((one) => one.key === key);
  if (!ad) return draft;
  if (at === null)
    return mapGroups(draft, (group) => ({
      ...group,
      ads: group.ads.map((one) => (one.key === key ? { ...one, ...patch } : one)),
    }));
  return withDifferences(draft, at, (differs) => ({
    ...differs,
    ads: withEntry(differs.ads, key, pickDifferences(ad, { ...differs.ads[key], ...patch })),
  }));
}

/** A platform takes the shared values again, everywhere. */
export const clearDifferences = (draft: PlanDraft, platform: Platform): PlanDraft =>
  withDifferences(draft, platform, noDifferences);

/** `newKey` is called once for each key that is needed, and never answers with one that was used. */
type NewKey = () => string;

export const addAdGroup = (draft: PlanDraft, newKey: NewKey): PlanDraft => ({
  ...draft,
  ad_groups: [...draft.ad_groups, { ...emptyAdGroup(), key: newKey(), ads: [emptyDraftAd(newKey())] }],
});

export const addAd = (draft: PlanDraft, groupKey: string, newKey: NewKey): PlanDraft =>
  withGroup(draft, groupKey, (group) => ({ ...group, ads: [...group.ads, emptyDraftAd(newKey())] }));

/** A copy stands right after its original, with the same differences and no name: names tell the two apart. */
export function copyAdGroup(draft: PlanDraft, key: string, newKey: NewKey): PlanDraft {
  const group = draft.ad_groups.find((one) => one.key === key);
  if (!group) return draft;
  const keys = new Map([key, ...group.ads.map((ad) => ad.key)].map((old) => [old, newKey()]));
  const renamed = (old: string) => keys.get(old) ?? old;
  const copy: DraftAdGroup = {
    ...group,
    key: renamed(key),
    name: "",
    ads: group.ads.map((ad) => ({ ...ad, key: renamed(ad.key) })),
  };
  return copyDifferences({ ...draft, ad_groups: insertAfter(draft.ad_groups, key, copy) }, keys);
}

export function copyAd(draft: PlanDraft, key: string, newKey: NewKey): PlanDraft {
  const keys = new Map([[key, newKey()]]);
  const copied = mapGroups(draft, (group) => {
    const ad = group.ads.find((one) => one.key === key);
    const copy = ad && { ...ad, key: keys.get(key) ?? key, name: "" };
    return copy ? { ...group, ads: insertAfter(group.ads, key, copy) } : group;
  });
  return copyDifferences(copied, keys);
}

/** The last ad group stays: a campaign without one could not start. */
export const removeAdGroup = (draft: PlanDraft, key: string): PlanDraft =>
  draft.ad_groups.length < 2
    ? draft
    : dropDifferences({ ...draft, ad_groups: draft.ad_groups.filter((one) => one.key !== key) });

/** The last ad of a group stays. */
export const removeAd = (draft: PlanDraft, key: string): PlanDraft =>
  dropDifferences(
    mapGroups(draft, (group) =>
      group.ads.length < 2 ? group : { ...group, ads: group.ads.filter((ad) => ad.key !== key) },
    ),
  );

/** Moves an ad group, or an ad within its group, by so many places; at an end it stays. */
export const moveAdGroup = (draft: PlanDraft, key: string, by: number): PlanDraft => ({
  ...draft,
  ad_groups: moveBy(draft.ad_groups, key, by),
});
export const moveAd = (draft: PlanDraft, key: string, by: number): PlanDraft =>
  mapGroups(draft, (group) => ({ ...group, ads: moveBy(group.ads, key, by) }));

type Keyed = { key: string };

function moveBy<Item extends Keyed>(items: Item[], key: string, by: number): Item[] {
  const from = items.findIndex((one) => one.key === key);
  const to = from + by;
  const item = items[from];
  if (!item || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

function insertAfter<Item extends Keyed>(items: readonly Item[], key: string, item: Item): Item[] {
  return items.toSpliced(items.findIndex((one) => one.key === key) + 1, 0, item);
}

const mapGroups = (draft: PlanDraft, change: (group: DraftAdGroup) => DraftAdGroup): PlanDraft => ({
  ...draft,
  ad_groups: draft.ad_groups.map(change),
});

const withGroup = (draft: PlanDraft, key: string, change: (group: DraftAdGroup) => DraftAdGroup): PlanDraft =>
  mapGroups(draft, (group) => (group.key === key ? change(group) : group));

/** Unchanged when the platform is not chosen: an upload may end after it was left out. */
function withPart(
  draft: PlanDraft,
  platform: Platform,
  change: (part: PlatformPart) => PlatformPart,
): PlanDraft {
  const part = draft.platforms[platform];
  return part ? { ...draft, platforms: { ...draft.platforms, [platform]: change(part) } } : draft;
}

const withDifferences = (
  draft: PlanDraft,
  platform: Platform,
  change: (differs: Differences) => Differences,
): PlanDraft => withPart(draft, platform, (part) => ({ ...part, differs: change(part.differs) }));

const mapDifferences = (draft: PlanDraft, change: (differs: Differences) => Differences): PlanDraft =>
  listPlatforms(draft).reduce((changed, platform) => withDifferences(changed, platform, change), draft);

function copyDifferences(draft: PlanDraft, keys: ReadonlyMap<string, string>): PlanDraft {
  const copied = <Part>(parts: Record<string, Part>): Record<string, Part> => ({
    ...parts,
    ...Object.fromEntries(
      Object.entries(parts).flatMap(([key, part]) => {
        const copy = keys.get(key);
        return copy ? [[copy, part]] : [];
      }),
    ),
  });
  return mapDifferences(draft, (differs) => ({
    ...differs,
    ad_groups: copied(differs.ad_groups),
    ads: copied(differs.ads),
  }));
}

/** Forgets what differed in ad groups and ads that are gone. */
function dropDifferences(draft: PlanDraft): PlanDraft {
  const keys = new Set(draft.ad_groups.flatMap((group) => [group.key, ...group.ads.map((ad) => ad.key)]));
  const kept = <Part>(parts: Record<string, Part>): Record<string, Part> =>
    Object.fromEntries(Object.entries(parts).filter(([key]) => keys.has(key)));
  return mapDifferences(draft, (differs) => ({
    ...differs,
    ad_groups: kept(differs.ad_groups),
    ads: kept(differs.ads),
  }));
}

/** A part with a value of its own; one without any differences is left out. */
function withEntry<Part extends object>(
  parts: Record<string, Part>,
  key: string,
  part: Part,
): Record<string, Part> {
  const { [key]: _before, ...others } = parts;
  return Object.keys(part).length > 0 ? { ...others, [key]: part } : others;
}

/** The fields that are not equal to the shared ones. */
function pickDifferences<Part extends object>(shared: object, fields: Part): Part {
  const differing = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((shared as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(differing) as Part;
}
