import { focusFirstError } from "#base/web/forms/focus-first-error.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { checkNewCampaign } from "../../contract/check-new-campaign.ts";
import { toStoreUrl, useAdAccountChoices, useMedia } from "../use-choices.ts";
import { type Draft, type FormStep, formSteps, toCreateBody } from "./draft.ts";
import { useErrors } from "./problems.ts";
import { useDraft } from "./use-draft.ts";
import { useStep } from "./use-step.ts";

/** The fields of each step as the call names them: tells which step to open for a server error. */
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
    "ad_group.age_ranges",
    "ad_group.excluded_age_ranges",
    "ad_group.locations",
    "ad_group.devices",
    "ad_group.optimized_targeting",
    "ad_group.keywords",
  ],
  ad: [
    "ad_group.ad.media_id",
    "ad_group.ad.headline",
    "ad_group.ad.more_headlines",
    "ad_group.ad.text",
    "ad_group.ad.description",
    "ad_group.ad.more_descriptions",
    "ad_group.ad.brand_name",
    "ad_group.ad.call_to_action",
    "ad_group.ad.target_url",
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
  const limits = getCapabilities(draft.campaign.platform, draft.campaign.placements);
  const problems = limits ? checkNewCampaign(toCreateBody(draft), limits, known) : [];
  const errors = useErrors(
    problems.filter(({ field }) => fieldsByStep[step].includes(field)),
    step,
  );
  const at = formSteps.indexOf(step);

  return {
    draft,
    step,
    stored,
    errors,
    clear: () => {
      clear();
      void steps.jump("goal");
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
      if (holder) void steps.jump(holder).then(focusFirstError);
    },
  };
}
