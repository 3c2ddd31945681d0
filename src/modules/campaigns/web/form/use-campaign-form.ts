import { halalas } from "#base/shared/money.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { type AdContext, checkAd } from "../../contract/check-ad.ts";
import { checkAdGroup } from "../../contract/check-ad-group.ts";
import { type CampaignContext, checkCampaign } from "../../contract/check-campaign.ts";
import { nameMax, noteMax, ownNumberMax } from "../../contract/enums.ts";
import type { Problem } from "../../contract/problem.ts";
import { toStoreUrl, useAdAccountChoices, useMedia } from "../use-choices.ts";
import { type Draft, type FormStep, formSteps } from "./draft.ts";
import { type Missing, missingInAd, missingInAdGroup, type TooLong, tooLong, useErrors } from "./problems.ts";
import { useDraft } from "./use-draft.ts";
import { useStep } from "./use-step.ts";

/** The fields of each step: tells which step to open for a server error. */
const fieldsByStep: Record<FormStep, readonly string[]> = {
  goal: ["platform", "placements", "ad_account_id", "store_id", "name", "landing_url", "objective"],
  audience: [
    "daily_budget_halalas",
    "bidding_strategy",
    "target_cpa_halalas",
    "target_roas",
    "starts_at",
    "ends_at",
    "client_campaign_id",
    "age_ranges",
    "excluded_age_ranges",
    "locations",
    "devices",
    "optimized_targeting",
    "keywords",
  ],
  ad: [
    "media_id",
    "headline",
    "more_headlines",
    "text",
    "description",
    "more_descriptions",
    "brand_name",
    "call_to_action",
    "target_url",
  ],
  review: [],
};

/** The state of the new-campaign form: the draft, the current step's errors, and the navigation between steps. */
export function useCampaignForm() {
  const steps = useStep();
  const { step } = steps;
  const { draft, update, clear, close, ...stored } = useDraft(step, steps.reopen);
  const now = useNow(15);
  const stores = useStores();
  const store = stores.data?.find(({ id }) => id === draft.campaign.store_id);
  const places = store ? [toStoreUrl(store)] : (stores.data ?? []).map(toStoreUrl);
  const account = useAdAccountChoices().data?.find(({ id }) => id === draft.campaign.ad_account_id);
  const media = useMedia(draft.ad.media_id).data;
  const known = {
    now,
    places,
    ...(account ? { hasPixel: account.has_pixel } : {}),
    ...(media ? { media } : {}),
  };
  const problems = listProblems(draft, known).filter(({ field }) => fieldsByStep[step].includes(field));
  const missing = listMissing(draft).filter(({ field }) => fieldsByStep[step].includes(field));
  const errors = useErrors(problems, missing, step);
  const at = formSteps.indexOf(step);

  return {
    draft,
    step,
    stored,
    errors,
    clear: () => {
      clear();
      steps.jump("goal");
    },
    /** The campaign is created: the draft is cleared, and its row is deleted already. */
    close,
    update: (patch: (draft: Draft) => Draft, fields: readonly string[] = []) => {
      errors.forget(fields);
      update(patch);
    },
    back: () => steps.back(formSteps[Math.max(0, at - 1)] ?? "goal"),
    next: () => {
      if (errors.hasErrors) return errors.showAll();
      steps.next(formSteps[Math.min(formSteps.length - 1, at + 1)] ?? "review");
      window.scrollTo({ top: 0 });
    },
    /** Shows the server's errors and goes to the first step with one of their fields. */
    applyServerError: (error: unknown) => {
      const marked = errors.applyServerError(error);
      // The draft is gone: launched or cleared on another device.
      if (marked.includes("draft_id")) stored.check();
      const holder = formSteps.find((one) => fieldsByStep[one].some((field) => marked.includes(field)));
      if (holder) steps.jump(holder);
    },
  };
}

function listProblems(
  { campaign, adGroup, ad }: Draft,
  known: CampaignContext & AdContext,
): (Problem | TooLong)[] {
  const limits = getCapabilities(campaign.platform, campaign.placements);
  if (!limits) return [];
  const budget = campaign.daily_budget_halalas ?? halalas(0);
  return [
    ...checkCampaign({ ...campaign, daily_budget_halalas: budget }, limits, known),
    ...checkAdGroup(adGroup, limits),
    ...checkAd({ ...ad, target_url: ad.target_url || campaign.landing_url }, limits, known),
    ...tooLong("name", campaign.name, nameMax),
    ...tooLong("client_campaign_id", campaign.client_campaign_id, ownNumberMax),
    ...tooLong("text", ad.text, noteMax),
  ];
}

function listMissing({ campaign, adGroup, ad }: Draft): Missing[] {
  const limits = getCapabilities(campaign.platform, campaign.placements);
  const empty = (field: string, value: unknown): Missing => ({ field, isMissing: !value });
  return [
    empty("ad_account_id", campaign.ad_account_id),
    empty("store_id", campaign.store_id),
    empty("name", campaign.name.trim()),
    empty("landing_url", campaign.landing_url.trim()),
    empty("daily_budget_halalas", campaign.daily_budget_halalas),
    empty("age_ranges", adGroup.age_ranges.length),
    ...missingInAdGroup(adGroup, limits),
    ...missingInAd(ad, limits),
  ];
}
