import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Problem } from "../../contract/problem.ts";
import type { AdFields, AdGroupFields } from "../../contract/shapes.ts";

/** The text of a field's error, when it is to be shown now. */
export type ErrorFor = (field: string) => string | undefined;

/** A required field, checked for being empty; all other problems come from the contract's checks. */
export type Missing = { field: string; isMissing: boolean };

/** A text longer than we store, on any platform. Texts are never cut; the error is shown. */
export type TooLong = { code: "base.too_long"; field: string; params: Problem["params"] };

export function tooLong(field: string, text: string | null, max: number): TooLong[] {
  return (text ?? "").trim().length > max ? [{ code: "base.too_long", field, params: { max } }] : [];
}

const written = (texts: readonly string[]) => texts.filter((text) => text.trim() !== "").length;

/** An ad group's required fields on this platform. */
export function missingInAdGroup({ keywords }: AdGroupFields, limits: Capabilities | null): Missing[] {
  return [{ field: "keywords", isMissing: keywords.length < (limits?.keywords?.min ?? 0) }];
}

/** An ad's required fields on this platform. */
export function missingInAd(ad: AdFields, limits: Capabilities | null): Missing[] {
  if (!limits) return [];
  const { headlines, descriptions } = limits;
  const filled = written([ad.description, ...ad.more_descriptions]);
  const isShort = descriptions !== null && filled < descriptions.min;
  return [
    { field: "media_id", isMissing: limits.media.length > 0 && !ad.media_id },
    { field: "headline", isMissing: ad.headline.trim() === "" },
    { field: "more_headlines", isMissing: written([ad.headline, ...ad.more_headlines]) < headlines.min },
    { field: "brand_name", isMissing: limits.brandMax > 0 && ad.brand_name.trim() === "" },
    { field: "description", isMissing: isShort && descriptions.max === 1 },
    { field: "more_descriptions", isMissing: isShort && descriptions.max > 1 },
  ];
}

/**
 * A form's errors. Broken limits show at once, missing fields only after the merchant tried to go on, and server errors
 * until their field changes. A form in steps passes the current step: trying to leave one step shows no errors of the
 * next.
 */
export function useErrors(problems: readonly (Problem | TooLong)[], missing: readonly Missing[], step = "") {
  const { t } = useTranslation(["campaigns", "base"]);
  const [revealedSteps, setRevealedSteps] = useState<readonly string[]>([]);
  const isRevealed = revealedSteps.includes(step);
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({});
  const absent = missing.filter(({ isMissing }) => isMissing).map(({ field }) => field);
  const words: Record<string, string> = {};
  for (const { code, field, params } of problems)
    if (isRevealed || !absent.includes(field)) words[field] ??= t(code.replace(".", ":"), params);
  for (const field of absent) if (isRevealed) words[field] ??= t("base:field_required");
  const errorFor: ErrorFor = (field) => words[field] ?? serverErrors[field];
  return {
    errorFor,
    hasErrors: absent.length > 0 || problems.length > 0,
    /** The merchant tries to go on: show missing fields from now on, and focus the first error. */
    showAll: () => {
      setRevealedSteps((before) => [...before, step]);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    },
    /** Clears the server errors of changed fields. */
    forget: (fields: readonly string[]) =>
      setServerErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !fields.includes(name))),
      ),
    /** Shows the server's errors; returns their fields, so that the form can go to their step. */
    applyServerError: (error: unknown): string[] => {
      if (!isApiError(error)) throw error;
      const fields = Object.entries(error.fields).map(([name, messages]): [string, string] => [
        name.split(".").at(-1) ?? name,
        messages[0] ?? error.message,
      ]);
      // A missing balance is solved at the budget, so the error is shown there too.
      if (error.code === "wallet.balance_not_enough") fields.push(["daily_budget_halalas", error.message]);
      setServerErrors(Object.fromEntries(fields));
      notify(error.message, "error");
      return fields.map(([name]) => name);
    },
  };
}
