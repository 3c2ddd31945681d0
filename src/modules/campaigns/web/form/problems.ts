import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { focusFirstError } from "#base/web/forms/focus-first-error.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Problem } from "../../contract/problem.ts";

/** The text of a field's error, when it is to be shown now. */
export type ErrorFor = (field: string) => string | undefined;

/** The errors of a part of a form: its fields are named with this prefix in the body. */
export const errorsWithin =
  (prefix: string, errorFor: ErrorFor): ErrorFor =>
  (field) =>
    errorFor(prefix + field);

/**
 * A form's errors. Broken limits show at once, missing fields only after the merchant tried to go on, and server errors
 * until their field changes; `toField` says which field shows an error of the call. A form in steps passes the current step: trying to leave one step shows no errors of the
 * next.
 */
export function useErrors(
  problems: readonly Problem[],
  step = "",
  toField: (name: string) => string = toListField,
) {
  const { t } = useTranslation(["campaigns", "base"]);
  const [revealedSteps, setRevealedSteps] = useState<readonly string[]>([]);
  const isRevealed = revealedSteps.includes(step);
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({});
  const absent = problems.filter(({ isMissing }) => isMissing).map(({ field }) => field);
  const words: Record<string, string> = {};
  for (const { code, field, params } of problems)
    if (isRevealed || !absent.includes(field)) words[field] ??= t(code.replace(".", ":"), params);
  const errorFor: ErrorFor = (field) => words[field] ?? serverErrors[field];
  const forget = useCallback(
    (fields: readonly string[]) =>
      setServerErrors((before) =>
        Object.keys(before).some((name) => fields.includes(name))
          ? Object.fromEntries(Object.entries(before).filter(([name]) => !fields.includes(name)))
          : before,
      ),
    [],
  );
  return {
    errorFor,
    hasErrors: problems.length > 0,
    /** The merchant tries to go on: show a step's missing fields from now on, and focus the first error. */
    showAll: (at = step) => {
      setRevealedSteps((before) => [...before, at]);
      focusFirstError();
    },
    /** Clears the server errors of changed fields; always the same function. */
    forget,
    /**
     * Shows the server's errors at all their fields, and focuses the first; returns the fields, so that the form can go
     * to their step.
     */
    applyServerError: (error: unknown): string[] => {
      if (!isApiError(error)) throw error;
      const fields = Object.entries(error.fields).map(([name, messages]): [string, string] => [
        toField(name),
        messages[0] ?? error.message,
      ]);
      // A missing balance is solved at the budget, so the error is shown there too.
      if (error.code === "wallet.balance_not_enough") fields.push(["daily_budget_halalas", error.message]);
      setServerErrors(Object.fromEntries(fields.toReversed()));
      notify(error.message, "error");
      focusFirstError();
      return fields.map(([name]) => name);
    },
  };
}

/** An item of a list is shown at the list: `ad_group.locations.0.latitude` at `ad_group.locations`. */
const toListField = (name: string) => name.replace(/\.\d+(\..*)?$/, "");
