import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/api-error.ts";
import { notify } from "#base/web/snackbar-state.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Problem } from "../../contract/problem.ts";
import type { AdFields, AdGroupFields } from "../../contract/shapes.ts";

/** The text of a field's error, when it should be shown now. */
export type ErrorFor = (field: string) => string | undefined;

/** A check that something was filled in at all; the rest of the problems come from the contract's checks. */
export type Missing = { field: string; isMissing: boolean };

/** A text longer than we store, whatever the platform; the rest is cut nowhere, it is said. */
export type TooLong = { code: "base.too_long"; field: string; params: Problem["params"] };

export function tooLong(field: string, text: string | null, max: number): TooLong[] {
  return (text ?? "").trim().length > max ? [{ code: "base.too_long", field, params: { max } }] : [];
}

const written = (texts: readonly string[]) => texts.filter((text) => text.trim() !== "").length;

/** What an ad group of this platform cannot do without. */
export function missingInAdGroup({ keywords }: AdGroupFields, limits: Capabilities | null): Missing[] {
  return [{ field: "keywords", isMissing: keywords.length < (limits?.keywords?.min ?? 0) }];
}

/** What an ad of this platform cannot do without. */
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
 * A form's errors: limits show as soon as they are broken, missing fields only after the merchant wanted to go on, and
 * what the server found stays until its field is changed. A form in steps names the one at hand: wanting on from one says
 * nothing of the next.
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
    /** The merchant wants on: from now on what is missing is said, and focus goes to the first. */
    showAll: () => {
      setRevealedSteps((before) => [...before, step]);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    },
    /** A changed field is no longer what the server objected to. */
    forget: (fields: readonly string[]) =>
      setServerErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !fields.includes(name))),
      ),
    /** Marks what the server found; answers its fields so that a flow can go to the step they lie in. */
    applyServerError: (error: unknown): string[] => {
      if (!isApiError(error)) throw error;
      const fields = Object.entries(error.fields).map(([name, messages]): [string, string] => [
        name.split(".").at(-1) ?? name,
        messages[0] ?? error.message,
      ]);
      // What the wallet refuses is mended at the budget, and stays said there.
      if (error.code === "wallet.balance_not_enough") fields.push(["daily_budget_halalas", error.message]);
      setServerErrors(Object.fromEntries(fields));
      notify(error.message, "error");
      return fields.map(([name]) => name);
    },
  };
}
