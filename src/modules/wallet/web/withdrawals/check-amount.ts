import type { WithdrawalPreview } from "../wallet-calls.ts";

type Limits = Pick<WithdrawalPreview, "withdrawable_halalas" | "minimum_halalas" | "left_today_halalas">;
type Problem = { key: string; amount?: number };

/** Why an amount cannot be withdrawn now, as a text's key with the amount it names; null when it can. */
export function checkAmount(amount: number | null, limits: Limits): Problem | null {
  if (amount === null || amount <= 0) return { key: "amount_not_valid" };
  if (amount > limits.withdrawable_halalas)
    return { key: "more_than_available", amount: limits.withdrawable_halalas };
  if (amount < limits.minimum_halalas) return { key: "less_than_minimum", amount: limits.minimum_halalas };
  if (amount > limits.left_today_halalas)
    return { key: "more_than_today", amount: limits.left_today_halalas };
  return null;
}
