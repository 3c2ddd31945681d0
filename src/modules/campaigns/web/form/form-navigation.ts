import { focusFirstError } from "#base/web/forms/focus-first-error.ts";
import { checkDraft, type DraftContext, type PlanProblem } from "../../domain/check-draft.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { type FormStep, formSteps } from "./draft.ts";
import { findStep } from "./fields-by-step.ts";
import type { useErrors } from "./problems.ts";
import type { useStep } from "./use-step.ts";

type Options = {
  steps: ReturnType<typeof useStep>;
  errors: ReturnType<typeof useErrors>;
  context: DraftContext;
  /** The draft with every key that was typed. */
  read: () => PlanDraft;
  /** Opens the part, the ad group and the ad that show a problem. */
  openProblem: (problem: Pick<PlanProblem, "field" | "platform">) => void;
  isReviewedInPlace: boolean;
  /** Asks whether the draft was launched or cleared on another device. */
  checkStored: () => void;
};

/** The ways between the steps: none leads on while its step has a problem, and each leads to the first one there is. */
export function makeNavigation(options: Options) {
  const { steps, errors, context, read, openProblem } = options;
  const { step } = steps;
  const at = formSteps.indexOf(step);
  return {
    goTo: (to: FormStep) => void steps.jump(to),
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
    mayLaunch: () => mayLaunch(options),
    applyServerError: (error: unknown) => applyServerError(options, error),
  };
}

/** False with an error in sight: what is missing is at a field of the review, or its step is opened. */
function mayLaunch({ steps, errors, context, read, openProblem, isReviewedInPlace }: Options): boolean {
  const [first] = isReviewedInPlace ? checkDraft(read(), context) : [];
  if (!first) return true;
  openProblem(first);
  const holder = isInReview(first.field) ? null : findStep(first.field);
  errors.showAll(holder ?? steps.step);
  if (holder) void steps.jump(holder).then(focusFirstError);
  return false;
}

/** Shows the server's errors and goes to the first step with one of their fields. */
function applyServerError({ steps, errors, openProblem, checkStored }: Options, error: unknown): void {
  const marked = errors.applyServerError(error);
  // Another device launched, cleared or changed the draft.
  if (marked.includes("draft_id")) checkStored();
  const field = marked.find((one) => findStep(one) !== null);
  const holder = field === undefined ? null : findStep(field);
  if (field === undefined || holder === null) return;
  openProblem({ field, platform: null });
  void steps.jump(holder).then(focusFirstError);
}

const reviewed = /^(daily_budget_halalas|ad_groups\.0\.ads\.0\.(headline|text|brand_name|media_id))$/;

/** Whether the review of a first campaign shows this field to be changed. */
const isInReview = (field: string) => reviewed.test(field);
