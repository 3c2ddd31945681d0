import { winnerThresholds } from "../contract/library-enums.ts";

/** Amounts in halalas. */
export type AdOutcome = {
  days_run: number;
  spend_halalas: number;
  orders_delivered: number;
  sales_delivered_halalas: number;
};

/** Delivered sales per riyal of spend; null without spend. */
export const computeReturn = ({
  sales_delivered_halalas: sales,
  spend_halalas: spend,
}: Pick<AdOutcome, "sales_delivered_halalas" | "spend_halalas">): number | null =>
  spend > 0 ? sales / spend : null;

/**
 * Whether an own ad has proved itself: it ran and sold as `winnerThresholds` say, and brought no less than the merchant's
 * ads together over the same days. `ownReturn` is theirs; null while they cost nothing.
 */
export function isWinner(outcome: AdOutcome, ownReturn: number | null): boolean {
  const { leastDaysRun, leastSpendHalalas, leastOrdersDelivered, leastRoas } = winnerThresholds;
  const roas = computeReturn(outcome);
  return (
    outcome.days_run >= leastDaysRun &&
    outcome.spend_halalas >= leastSpendHalalas &&
    outcome.orders_delivered >= leastOrdersDelivered &&
    roas !== null &&
    roas >= Math.max(leastRoas, ownReturn ?? 0)
  );
}

/** The best of them, by what they brought per riyal. */
export const pickWinners = <Ad extends AdOutcome & { ad_id: string }>(
  ads: readonly Ad[],
  ownReturn: number | null,
): Ad[] =>
  ads
    .filter((ad) => isWinner(ad, ownReturn))
    .sort(
      (one, other) =>
        (computeReturn(other) ?? 0) - (computeReturn(one) ?? 0) || one.ad_id.localeCompare(other.ad_id),
    )
    .slice(0, winnerThresholds.most);
