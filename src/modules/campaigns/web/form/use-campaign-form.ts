import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { focusFirstError } from "#base/web/forms/focus-first-error.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { checkDraft, type PlanProblem } from "../../domain/check-draft.ts";
import { findFix } from "../../domain/fix-problem.ts";
import { listPlatforms, type PlanDraft } from "../../domain/plan-draft.ts";
import { getPart } from "../../domain/read-draft.ts";
import { type FormStep, formSteps } from "./draft.ts";
import { findStep, toServerField, toViewProblems, withScope } from "./fields-by-step.ts";
import { useErrors } from "./problems.ts";
import { useDraft } from "./use-draft.ts";
import { useDraftContext } from "./use-draft-context.ts";
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
  const { t } = useTranslation(["campaigns", "base"]);
  const steps = useStep();
  const { step } = steps;
  const { draft, read, update: updateDraft, clear, close, open, ...stored } = useDraft(step, steps.reopen);
  const [selected, select] = useState<Selection>({ group: 0, ad: 0 });
  const context = useDraftContext(draft);
  const chosen = listPlatforms(draft);
  const scope = chosen.length > 1 ? draft.platform : null;
  // The field shows the key at once; the checks of five platforms follow when the browser has time.
  const settled = useDeferredValue(draft);
  const problems = useMemo(() => checkDraft(settled, context), [settled, context]);
  const showsAll = isReviewedInPlace && step === "review";
  const shown = toViewProblems(
    problems.filter(({ field }) => showsAll || findStep(field) === step),
    scope,
  );
  const errors = useErrors(shown, step, (name) => toServerField(name, chosen));
  const { forget } = errors;
  // Always the same function, so that a part whose values did not change is not drawn again at each key.
  const update: UpdateDraft = useCallback(
    (patch, fields = []) => {
      forget(fields);
      updateDraft(patch);
    },
    [forget, updateDraft],
  );
  const at = formSteps.indexOf(step);
  const group = Math.min(selected.group, draft.ad_groups.length - 1);
  const ad = Math.min(selected.ad, (draft.ad_groups[group]?.ads.length ?? 1) - 1);

  const openProblem = ({ field, platform }: Pick<PlanProblem, "field" | "platform">) => {
    const [, groupAt, adAt] = /^ad_groups\.(\d+)\.(?:ads\.(\d+)\.)?/.exec(field) ?? [];
    if (groupAt !== undefined) select({ group: Number(groupAt), ad: Number(adAt ?? 0) });
    if (platform !== null && scope !== null && platform !== scope)
      update((before) => withScope(before, null));
  };

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
    /** The ad group and the ad that are shown, by their places. */
    selected: { group, ad },
    select,
    stored: { ...stored, open },
    errors,
    problems,
    /** What one tap would mend at a field: for each platform that has a problem there. */
    fixesFor: (field: string, only: Platform | null = scope) =>
      problems
        .filter((one) => one.field === field && (only === null || one.platform === only))
        .flatMap((problem) => {
          const fix = problem.platform && findFix(settled, problem, context);
          return fix
            ? [{ problem, value: fix.value, words: t(problem.code.replace(".", ":"), problem.params) }]
            : [];
        }),
    /** Mends the problems in the draft as it is now. */
    fix: (several: readonly PlanProblem[]) =>
      update((before) =>
        several.reduce((draft, problem) => findFix(draft, problem, context)?.draft ?? draft, before),
      ),
    clear: () => {
      clear();
      void steps.jump("goal");
    },
    /** The plan is created: the draft is cleared, and its row is deleted already. */
    close,
    update,
    openScope: (platform: Platform | null) => update((before) => withScope(before, platform)),
    goTo: (to: FormStep) => void steps.jump(to),
    /** False with an error in sight: what is missing is at a field of the review, or its step is opened. */
    mayLaunch: (): boolean => {
      const [first] = isReviewedInPlace ? checkDraft(read(), context) : [];
      if (!first) return true;
      openProblem(first);
      const holder = isInReview(first.field) ? null : findStep(first.field);
      errors.showAll(holder ?? step);
      if (holder) void steps.jump(holder).then(focusFirstError);
      return false;
    },
    back: () => steps.back(formSteps[Math.max(0, at - 1)] ?? "goal"),
    next: () => {
      const [first] = checkDraft(read(), context).filter(({ field }) => findStep(field) === step);
      if (first) {
        openProblem(first);
        return errors.showAll();
      }
      steps.next(formSteps[Math.min(formSteps.length - 1, at + 1)] ?? "review");
      window.scrollTo({ top: 0 });
    },
    /** Shows the server's errors and goes to the first step with one of their fields. */
    applyServerError: (error: unknown) => {
      const marked = errors.applyServerError(error);
      // The draft is gone: launched or cleared on another device.
      if (marked.includes("draft_id")) stored.check();
      const field = marked.find((one) => findStep(one) !== null);
      const holder = field === undefined ? null : findStep(field);
      if (field === undefined || holder === null) return;
      openProblem({ field, platform: null });
      void steps.jump(holder).then(focusFirstError);
    },
  };
}

const reviewed = /^(daily_budget_halalas|ad_groups\.0\.ads\.0\.(headline|text|brand_name|media_id))$/;

/** Whether the review of a first campaign shows this field to be changed. */
const isInReview = (field: string) => reviewed.test(field);

type Selection = { group: number; ad: number };

/** Whether a platform has values of its own in its part. */
export function hasDifferences(draft: PlanDraft, platform: Platform): boolean {
  const { campaign, ad_groups, ads } = getPart(draft, platform).differs;
  return [campaign, ad_groups, ads].some((part) => Object.keys(part).length > 0);
}
