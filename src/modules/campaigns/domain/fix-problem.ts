import { halalas, zeroHalalas } from "#base/shared/money.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { budgetMax } from "../contract/enums.ts";
import { type DraftContext, type PlanProblem, toPlatformContext } from "./check-draft.ts";
import { setAd, setAdGroup, setCampaign, setOwn } from "./edit-draft.ts";
import { nearestAd, nearestAdGroup, nearestCampaign } from "./nearest-passing.ts";
import { getLimits, toBudgetPart, toCampaignBody } from "./plan-body.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";
import { sumMinimums } from "./split-budget.ts";

/** The nearest value that passes, and the draft with it. */
export type Fix = { value: unknown; draft: PlanDraft };

type Place = { draft: PlanDraft; platform: Platform; limits: Capabilities; context: DraftContext };

/**
 * What one tap would mend: the platform's own value changes, and the other platforms keep theirs. The daily budget is
 * shared, so it grows until every platform has its minimum. Null where there is no nearest value: something is missing,
 * or another file or link is needed.
 */
export function findFix(draft: PlanDraft, problem: PlanProblem, context: DraftContext): Fix | null {
  const { platform, field } = problem;
  const limits = platform && getLimits(draft, platform);
  if (!platform || !limits || problem.isMissing) return null;
  const place = { draft, platform, limits, context };
  const [, group, ad, name = field] = /^ad_groups\.(\d+)\.(?:ads\.(\d+)\.)?(\w+)$/.exec(field) ?? [];
  if (ad !== undefined) return fixAd(place, { group: Number(group), ad: Number(ad), name });
  if (group !== undefined) return fixAdGroup(place, { group: Number(group), name });
  return name === "daily_budget_halalas" ? fixBudget(place) : fixCampaign(place, name);
}

const toBody = ({ draft, platform, context }: Place) =>
  toCampaignBody(draft, platform, { ...context, budget: zeroHalalas });

function fixAd(place: Place, at: { group: number; ad: number; name: string }): Fix | null {
  const { draft, platform, limits } = place;
  const key = draft.ad_groups[at.group]?.ads[at.ad]?.key;
  const fields = toBody(place).ad_groups[at.group]?.ads[at.ad];
  if (!key || !fields) return null;
  const patch = pickChanged(fields, nearestAd(fields, limits), [at.name]);
  return patch && { value: patch[at.name], draft: setAd(draft, platform, key, patch) };
}

function fixAdGroup(place: Place, at: { group: number; name: string }): Fix | null {
  const { draft, platform, limits } = place;
  const key = draft.ad_groups[at.group]?.key;
  const group = toBody(place).ad_groups[at.group];
  if (!key || !group) return null;
  const { ads: _ads, ...fields } = group;
  const isAges = at.name === "age_ranges" || at.name === "excluded_age_ranges";
  const nearest = nearestAdGroup(fields, limits);
  const patch = pickChanged(fields, nearest, isAges ? ["age_ranges", "excluded_age_ranges"] : [at.name]);
  const value = isAges ? nearest.age_ranges : patch?.[at.name];
  return patch && { value, draft: setAdGroup(draft, platform, key, patch) };
}

function fixBudget({ draft, context }: Place): Fix | null {
  const total = draft.campaign.daily_budget_halalas;
  if (total === null) return null;
  const parts = listPlatforms(draft).map((platform) => toBudgetPart(draft, platform, context));
  const value = Math.min(budgetMax, Math.max(total, sumMinimums(parts)));
  return value === total
    ? null
    : { value: halalas(value), draft: setCampaign(draft, null, { daily_budget_halalas: value }) };
}

/** Fields of a campaign that platforms may have different values of, though they begin with the same. */
const sharedFields = ["objective", "hours"];
const ownFields = ["placements", "bidding_strategy", "target_cpa_halalas", "target_roas"];

function fixCampaign(place: Place, name: string): Fix | null {
  const { draft, platform, limits, context } = place;
  const { ad_groups: _groups, ...fields } = toBody(place);
  const patch = pickChanged(fields, nearestCampaign(fields, limits, toPlatformContext(context, platform)), [
    name,
  ]);
  if (!patch) return null;
  if (sharedFields.includes(name)) return { value: patch[name], draft: setCampaign(draft, platform, patch) };
  return ownFields.includes(name) ? { value: patch[name], draft: setOwn(draft, platform, patch) } : null;
}

/** The named fields of the nearest values; null when none of them differs. */
function pickChanged(
  fields: object,
  nearest: object,
  names: readonly string[],
): Record<string, unknown> | null {
  const read = (from: object, name: string) => (from as Record<string, unknown>)[name];
  const changed = names.some(
    (name) => JSON.stringify(read(fields, name)) !== JSON.stringify(read(nearest, name)),
  );
  return changed ? Object.fromEntries(names.map((name) => [name, read(nearest, name)])) : null;
}
