import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { Problem } from "../../contract/problem.ts";
import type { PlanProblem } from "../../domain/check-draft.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { type FormStep, formSteps } from "./draft.ts";

/** Fields of a campaign that each platform has of its own: at the form they are named with it, `tiktok.placements`. */
const ownFields = ["ad_account_id", "placements", "bidding_strategy", "target_cpa_halalas", "target_roas"];

const fieldsByStep: Partial<Record<FormStep, readonly string[]>> = {
  goal: [
    "platforms",
    "platform",
    "placements",
    "ad_account_id",
    "store_id",
    "name",
    "landing_url",
    "objective",
  ],
  audience: [
    "daily_budget_halalas",
    "bidding_strategy",
    "target_cpa_halalas",
    "target_roas",
    "starts_at",
    "ends_at",
    "hours",
    "client_campaign_id",
  ],
};

/** The step that shows a field; null for one that no step shows. */
export function findStep(field: string): FormStep | null {
  if (/^ad_groups\.\d+\.ads\./.test(field)) return "ad";
  if (/^ad_groups\.\d+\.name$/.test(field)) return "ad";
  if (field.startsWith("ad_groups.")) return "audience";
  const name = field.split(".").at(-1) ?? field;
  return formSteps.find((step) => fieldsByStep[step]?.includes(name)) ?? null;
}

/** The field of a platform's own setting, as the form names it. */
export const ownField = (platform: Platform, name: string) => `${platform}.${name}`;

/** Problems as the opened part shows them: own settings under their platform, the rest unless it is another's part. */
export function toViewProblems(problems: readonly PlanProblem[], scope: Platform | null): Problem[] {
  return problems.flatMap(({ platform, ...problem }) => {
    if (platform !== null && ownFields.includes(problem.field))
      return [{ ...problem, field: ownField(platform, problem.field) }];
    return scope === null || platform === null || platform === scope ? [problem] : [];
  });
}

/**
 * A field of the call as the form names it: an item of a list is shown at the list, a platform's own setting under it,
 * and the rest of all platforms at one field. `chosen`: the platforms in the order of the call.
 */
export function toServerField(name: string, chosen: readonly Platform[]): string {
  const [, at, field = name] = /^campaigns\.(\d+)\.(.+)$/.exec(name) ?? [];
  const platform = chosen[Number(at)];
  if (platform && ownFields.includes(field)) return ownField(platform, field);
  return field.replace(/\b(locations|keywords|devices|more_headlines|more_descriptions)\.\d+.*$/, "$1");
}

/** The draft with a platform's part opened, or the shared one. */
export const withScope = (draft: PlanDraft, platform: Platform | null): PlanDraft => ({
  ...draft,
  platform: platforms.find((one) => one === platform) ?? null,
});
