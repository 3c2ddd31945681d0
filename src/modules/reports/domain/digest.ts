/** What one screen of a scheduled report says: earned, wasted, and one thing to do. Amounts are halalas. */
export type Digest = {
  /** Sales from ads in the period, delivered or not. */
  earned: number;
  spent: number;
  /** Spend of the campaigns that brought no order in the period. */
  wasted: number;
  orders: number;
  advice: Advice;
};

export type Advice =
  | { kind: "no_figures" }
  /** The campaign that cost most without an order. */
  | { kind: "stop_waste"; campaignId: string; spent: number }
  /** A campaign whose sales are below what it cost. */
  | { kind: "mend_loss"; campaignId: string; spent: number; earned: number }
  /** What earned most for each riyal, of campaigns that had some orders. */
  | { kind: "raise_best"; campaignId: string; roas: number }
  | { kind: "wait_for_orders" };

export type CampaignSums = { campaignId: string; spent: number; earned: number; orders: number };

/** Less than this is no waste worth a merchant's time: 20 riyals. */
const leastWaste = 2_000;
/** With fewer orders a return says little. */
const leastOrders = 3;

/** The most useful single act first: money that brings nothing, then money that comes back smaller, then what earns. */
export function makeDigest(campaigns: readonly CampaignSums[]): Digest {
  const idle = campaigns.filter(({ orders, spent }) => orders === 0 && spent > 0);
  return {
    earned: addUp(campaigns, "earned"),
    spent: addUp(campaigns, "spent"),
    wasted: addUp(idle, "spent"),
    orders: addUp(campaigns, "orders"),
    advice: pickAdvice(campaigns, idle),
  };
}

function pickAdvice(campaigns: readonly CampaignSums[], idle: readonly CampaignSums[]): Advice {
  if (campaigns.every(({ spent, orders }) => spent === 0 && orders === 0)) return { kind: "no_figures" };
  const worst = pickHighest(idle, ({ spent }) => spent);
  if (worst && worst.spent >= leastWaste)
    return { kind: "stop_waste", campaignId: worst.campaignId, spent: worst.spent };
  const losing = pickHighest(
    campaigns.filter(({ orders, spent, earned }) => orders > 0 && earned < spent),
    ({ spent, earned }) => spent - earned,
  );
  if (losing && losing.spent - losing.earned >= leastWaste)
    return { kind: "mend_loss", ...pick(losing), earned: losing.earned };
  const best = pickHighest(
    campaigns.filter(({ orders, spent, earned }) => orders >= leastOrders && spent > 0 && earned > spent),
    ({ earned, spent }) => earned / spent,
  );
  if (best)
    return {
      kind: "raise_best",
      campaignId: best.campaignId,
      roas: Math.round((best.earned / best.spent) * 100) / 100,
    };
  return { kind: "wait_for_orders" };
}

const pick = ({ campaignId, spent }: CampaignSums) => ({ campaignId, spent });
const addUp = (rows: readonly CampaignSums[], key: "earned" | "spent" | "orders"): number =>
  rows.reduce((total, row) => total + row[key], 0);

/** Ties go to the lower id, so that the same figures say the same. */
function pickHighest(
  rows: readonly CampaignSums[],
  measure: (row: CampaignSums) => number,
): CampaignSums | undefined {
  return [...rows].sort(
    (one, other) => measure(other) - measure(one) || (one.campaignId < other.campaignId ? -1 : 1),
  )[0];
}
