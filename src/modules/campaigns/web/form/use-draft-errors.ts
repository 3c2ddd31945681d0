import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useImported } from "#base/web/runtime/use-imported.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { checkDraft, type DraftContext, type PlanProblem } from "../../domain/check-draft.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import type { FormStep } from "./draft.ts";
import { findStep, toServerField, toViewProblems } from "./fields-by-step.ts";
import { useErrors } from "./problems.ts";

type Options = {
  /** The draft a moment later than its fields. */
  settled: PlanDraft;
  context: DraftContext;
  /** What the checks know is not loaded yet: whatever they would find may be no problem. */
  isLoading: boolean;
  step: FormStep;
  /** The problems of all steps are shown: the review itself shows fields to change. */
  showsAll: boolean;
  /** The platform whose part is open; null: the shared part. */
  scope: Platform | null;
  chosen: readonly Platform[];
};

/** What keeps the draft from being created: all of it, and the errors that the opened part of the step shows. */
export function useDraftErrors({ settled, context, isLoading, step, showsAll, scope, chosen }: Options) {
  const problems = useMemo(
    () => (isLoading ? [] : checkDraft(settled, context)),
    [settled, context, isLoading],
  );
  const shown = toViewProblems(
    problems.filter(({ field }) => showsAll || findStep(field) === step),
    scope,
  );
  return { problems, errors: useErrors(shown, step, (name) => toServerField(name, chosen)) };
}

type FixOptions = Pick<Options, "settled" | "context" | "scope"> & {
  problems: readonly PlanProblem[];
  update: (patch: (draft: PlanDraft) => PlanDraft) => void;
};

const loadFixes = () => import("../../domain/fix-problem.ts");

/** The nearest values that pass, each one tap beside its field; none until what finds them is loaded. */
export function useFixes({ problems, settled, context, scope, update }: FixOptions) {
  const { t } = useTranslation(["campaigns", "base"]);
  const findFix = useImported(loadFixes, false)?.findFix;
  return {
    /** What one tap would mend at a field: for each platform that has a problem there. */
    fixesFor: (field: string, only: Platform | null = scope) =>
      problems
        .filter((one) => one.field === field && (only === null || one.platform === only))
        .flatMap((problem) => {
          const fix = problem.platform && findFix?.(settled, problem, context);
          return fix
            ? [{ problem, value: fix.value, words: t(problem.code.replace(".", ":"), problem.params) }]
            : [];
        }),
    /** Mends the problems in the draft as it is now. */
    fix: (several: readonly PlanProblem[]) =>
      update((before) =>
        several.reduce((draft, problem) => findFix?.(draft, problem, context)?.draft ?? draft, before),
      ),
  };
}
