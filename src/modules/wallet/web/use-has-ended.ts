import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useNow } from "#base/web/runtime/now.ts";
import type { Wallet } from "./wallet-calls.ts";

/** Whether the available balance has ended: none is left in a used wallet, or what is left does not last the day. */
export function useHasEnded(wallet: Wallet | undefined): boolean {
  const today = toRiyadhDay(useNow());
  if (!wallet) return false;
  const { available_halalas, daily_spend_halalas, has_card, ends_on } = wallet;
  const wasUsed = has_card || daily_spend_halalas !== null;
  return (wasUsed && available_halalas <= 0) || (ends_on !== null && ends_on <= today);
}
