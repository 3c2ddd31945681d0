import type { MessageParams } from "#base/shared/refusals.ts";
import type { CampaignsRefusal } from "./campaigns.refusals.ts";

/**
 * What is wrong with a field, and the limit it breaks. The same checks mark a form as one types and refuse a call, so
 * a merchant never meets a limit for the first time after pressing the button.
 */
export type Problem = { code: CampaignsRefusal; field: string; params: MessageParams };

/** The problem alone when it is one; nothing otherwise. */
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
