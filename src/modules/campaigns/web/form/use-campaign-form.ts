import { useCallback, useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { PlanProblem } from "../../domain/check-draft.ts";
import { listPlatforms, type PlanDraft } from "../../domain/plan-draft.ts";
import { withScope } from "./fields-by-step.ts";
import { makeNavigation } from "./form-navigation.ts";
import { useDraft } from "./use-draft.ts";
import { useDraftContext } from "./use-draft-context.ts";
import { useDraftErrors, useFixes } from "./use-draft-errors.ts";
import { useStep } from "./use-step.ts";

export type CampaignFormState = ReturnType<typeof useCampaignForm>;
/** Changes the draft, and clears what the server said about the fields. */
export type UpdateDraft = (patch: (draft: PlanDraft) => PlanDraft, fields?: readonly string[]) => void;

type Options = {
  /** The review itself shows fields to change, with their errors. */
  isReviewedInPlace?: boolean;
};

/** The state of the form: the draft, the opened part, the step's errors with what mends them, and the navigation. */
export function useCampaignForm({ isReviewedInPlace = false }: Options = {}) {
  const steps = useStep();
  const { step } = steps;
  const { draft, read, update: updateDraft, clear, close, ...stored } = useDraft(step, steps.reopen);
  const { context, isLoading } = useDraftContext(draft);
  const chosen = listPlatforms(draft);
  const scope = chosen.length > 1 ? draft.platform : null;
  // The field shows the key at once; the checks of five platforms follow when the browser has time.
  const settled = useDeferredValue(draft);
  const showsAll = isReviewedInPlace && step === "review";
  const { problems, errors } = useDraftErrors({ settled, context, isLoading, step, showsAll, scope, chosen });
  const { forget } = errors;
  // Always the same function, so that a part whose values did not change is not drawn again at each key.
  const update: UpdateDraft = useCallback(
    (patch, fields = []) => {
      forget(fields);
      updateDraft(patch);
    },
    [forget, updateDraft],
  );
  const { selected, select, openProblem } = useSelected({ draft, scope, update });
  const navigation = makeNavigation({
    steps,
    errors,
    context,
    read,
    openProblem,
    isReviewedInPlace,
    checkStored: stored.check,
  });
  const next = useOnceLoaded(navigation.next, isLoading);
  return {
    draft,
    /** The draft with every key that was typed; `draft` may be a moment behind. */
    read,
    /** The draft a moment later, for what is shown beside the fields. */
    settled,
    context,
    step,
    /** The platform whose part is open; null: the shared part. */
    scope,
    chosen,
    selected,
    select,
    stored,
    errors,
    problems,
    ...useFixes({ problems, settled, context, scope, update }),
    clear: () => {
      clear();
      void steps.jump("goal");
    },
    /** The plan is created: the draft is cleared, and its row is deleted already. */
    close,
    update,
    openScope: (platform: Platform | null) => update((before) => withScope(before, platform)),
    ...navigation,
    next: next.run,
    /** The merchant goes on, and its checks wait for what they need to know. */
    isNextWaiting: next.isWaiting,
  };
}

/** Runs the action at once, or as soon as nothing is loading any more. */
function useOnceLoaded(action: () => void, isLoading: boolean) {
  const [isWaiting, setWaiting] = useState(false);
  const runWaiting = useEffectEvent(() => {
    if (!isWaiting) return;
    setWaiting(false);
    action();
  });
  useEffect(() => {
    if (!isLoading) runWaiting();
  }, [isLoading]);
  return { isWaiting, run: () => (isLoading ? setWaiting(true) : action()) };
}

type SelectedOptions = { draft: PlanDraft; scope: Platform | null; update: UpdateDraft };

/** The ad group and the ad that are shown, by their places. */
function useSelected({ draft, scope, update }: SelectedOptions) {
  const [selected, select] = useState({ group: 0, ad: 0 });
  const group = Math.min(selected.group, draft.ad_groups.length - 1);
  const ad = Math.min(selected.ad, (draft.ad_groups[group]?.ads.length ?? 1) - 1);
  const openProblem = ({ field, platform }: Pick<PlanProblem, "field" | "platform">) => {
    const [, groupAt, adAt] = /^ad_groups\.(\d+)\.(?:ads\.(\d+)\.)?/.exec(field) ?? [];
    if (groupAt !== undefined) select({ group: Number(groupAt), ad: Number(adAt ?? 0) });
    if (platform !== null && scope !== null && platform !== scope)
      update((before) => withScope(before, null));
  };
  return { selected: { group, ad }, select, openProblem };
}
