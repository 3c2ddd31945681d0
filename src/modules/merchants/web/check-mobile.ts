import { text } from "#base/web/i18n.ts";
import { parseSaudiMobile } from "../contract/mobile-number.ts";
import type { Sending } from "./use-sending.ts";

/** Judges the number as the server will, before a message is waited for; marks the field and takes the focus there. */
export function checkMobile(typed: string, sending: Pick<Sending<"mobile_number">, "mark">): boolean {
  if (parseSaudiMobile(typed) !== null) return true;
  sending.mark(
    "mobile_number",
    text(typed.trim() === "" ? "base:field_required" : "merchants:mobile_not_valid"),
  );
  document.querySelector<HTMLInputElement>('input[name="mobile_number"]')?.focus();
  return false;
}
