import type { Submission } from "#base/web/forms/use-submission.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { parseSaudiMobile } from "../contract/mobile-number.ts";

/** Validates the number as the server does, before the call; marks the field and moves the focus there. */
export function checkMobile(
  typed: string,
  submission: Pick<Submission<"mobile_number">, "setError">,
): boolean {
  if (parseSaudiMobile(typed) !== null) return true;
  submission.setError(
    "mobile_number",
    text(typed.trim() === "" ? "base:field_required" : "merchants:mobile_not_valid"),
  );
  document.querySelector<HTMLInputElement>('input[name="mobile_number"]')?.focus();
  return false;
}
