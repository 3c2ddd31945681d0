import type { MessageParams } from "#base/shared/refusals.ts";
import type { CampaignsRefusal } from "./campaigns.refusals.ts";

/**
 * A problem with one field, and the limit it breaks. The same checks run in the form while the merchant types and in
 * the server, so a limit is known before the form is sent.
 */
export type Problem = { code: CampaignsRefusal; field: string; params: MessageParams };

/** A list with this problem when `is` is true; an empty list otherwise. */
export function wrong(
  is: boolean,
  code: Problem["code"],
  field: string,
  params: MessageParams = {},
): Problem[] {
  return is ? [{ code, field, params }] : [];
}

export const isOutside = (amount: number, { min, max }: { min: number; max: number }): boolean =>
  amount < min || amount > max;
