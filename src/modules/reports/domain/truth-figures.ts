import type { TruthFigures } from "../contract/truth.calls.ts";
import { addAmounts, type CampaignFacts, nothing, toDelivered } from "./bridge.ts";
import { computeOverClaim } from "./over-claim.ts";

type Facts = CampaignFacts & { spend_halalas: number };

/** What is claimed, proven and delivered of these campaigns together. */
export function toTruthFigures(campaigns: readonly Facts[], { hasClaims = true } = {}): TruthFigures {
  const sum = (read: (facts: Facts) => { orders: number; halalas: number }) =>
    campaigns.reduce((total, facts) => addAmounts(total, read(facts)), nothing);
  const spend = campaigns.reduce((total, { spend_halalas }) => total + spend_halalas, 0);
  const claimed = sum((facts) => facts.claimed);
  const delivered = sum(toDelivered);
  return {
    spend_halalas: spend,
    claimed: hasClaims ? claimed : null,
    proven: sum((facts) => facts.proven),
    delivered: {
      orders: delivered.orders,
      halalas: delivered.halalas,
      expected_halalas: sum((facts) => facts.expected).halalas,
      open_halalas: sum((facts) => facts.open).halalas,
    },
    over_claim: hasClaims ? computeOverClaim(claimed.halalas, delivered.halalas) : null,
    roas_claimed: hasClaims ? toRoas(claimed.halalas, spend) : null,
    roas_delivered: toRoas(delivered.halalas, spend),
  };
}

/** Two decimals; null without spend. */
const toRoas = (sales: number, spend: number) => (spend > 0 ? Math.round((sales / spend) * 100) / 100 : null);
