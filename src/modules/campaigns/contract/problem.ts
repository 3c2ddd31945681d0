import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { MessageParams } from "#base/shared/refusals.ts";
import { cleanText, isVisible } from "#base/shared/text.ts";
import { campaignsRefusals } from "./campaigns.refusals.ts";

/** The HTTP status of every code that a problem may have. */
export const problemStatuses = { ...baseRefusals.table, ...campaignsRefusals.table };
export type ProblemCode = keyof typeof problemStatuses;

/**
 * A problem with one field, and the limit it breaks. The same checks run in the form while the merchant types, in the
 * server, and in the adapters before a call.
 */
export type Problem = {
  code: ProblemCode;
  field: string;
  params: MessageParams;
  /** A required field that is still empty: a form shows it only after the merchant tried to go on. */
  isMissing?: true;
};

/** A list with this problem when `is` is true; an empty list otherwise. */
export function wrong(is: boolean, code: ProblemCode, field: string, params: MessageParams = {}): Problem[] {
  return is ? [{ code, field, params }] : [];
}

/** The same for a required field that is empty. */
export function missing(
  is: boolean,
  field: string,
  code: ProblemCode = "base.field_required",
  params: MessageParams = {},
): Problem[] {
  return is ? [{ code, field, params, isMissing: true }] : [];
}

/** A text longer than we store, on any platform. Texts are never cut. */
export function checkStored(text: string | null, max: number, field: string): Problem[] {
  return wrong(cleanText(text ?? "").length > max, "base.too_long", field, { max });
}

/** A required text of ours. */
export function checkName(name: string, max: number): Problem[] {
  return [...missing(!isVisible(name), "name"), ...checkStored(name, max, "name")];
}

/** The problems of a part of a body: `ad_groups.0.` before its fields. */
export function within(prefix: string, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, field: prefix + problem.field }));
}

export const isOutside = (amount: number, { min, max }: { min: number; max: number }): boolean =>
  amount < min || amount > max;
