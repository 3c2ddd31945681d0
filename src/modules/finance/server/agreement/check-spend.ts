import type { Db } from "#base/server/db/db.ts";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { compareSpend } from "../../domain/compare-books.ts";
import { booksSettleMs } from "../../domain/compare-payment.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import type { Comparison, FoundDifference } from "./differences.store.ts";

type Deps = Pick<AgreementDeps, "wallet" | "worldClock">;
type Account = Awaited<ReturnType<AgreementDeps["figures"]["listAccountSpend"]>>[number];

/** Riyadh days, both included. */
export type SpendPeriod = { from: RiyadhDay; to: RiyadhDay };

/** Compares what the ledger captured of an ad account's campaigns, day by day, with what its platform reported last. */
export async function checkSpend(
  { wallet, worldClock }: Deps,
  db: Db,
  account: Account,
  { from, to }: SpendPeriod,
): Promise<Comparison> {
  const { merchant_id, ad_account_id, platform, campaign_ids: campaignIds } = account;
  const rows = await wallet.sumCapturedSpend(db, { merchantId: merchant_id, campaignIds, from, to });
  const captured = new Map<string, number>();
  for (const { day, captured_halalas } of rows)
    captured.set(day, (captured.get(day) ?? 0) + captured_halalas);
  const reported = new Map(account.days.map((day) => [day.day, day]));
  const days = [...new Set([...captured.keys(), ...reported.keys()])].sort() as RiyadhDay[];
  const settledBefore = worldClock.now().getTime() - booksSettleMs;
  const found = days.flatMap((day): FoundDifference[] => {
    const known = reported.get(day);
    const facts = known ? { spend: known.spend_halalas, hasAnswer: known.has_answer } : null;
    return compareSpend(captured.get(day) ?? 0, facts).map((difference) => ({
      ...difference,
      source: platform,
      reference: ad_account_id,
      merchant_id,
      day,
      isSettled: (known?.changed_at?.getTime() ?? 0) <= settledBefore,
    }));
  });
  const subjects = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => ({
    source: platform,
    reference: ad_account_id,
    day: addDays(from, index),
  }));
  return { kinds: ["spend"], subjects, found };
}
