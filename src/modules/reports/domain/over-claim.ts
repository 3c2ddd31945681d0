import type { OverClaimVerdict } from "../contract/bridge.ts";

/** What is claimed for each riyal delivered, with two decimals, and a word for it. */
export type OverClaim = { factor: number | null; verdict: OverClaimVerdict };

/** Factors up to these are below what was delivered, close to it, and too high; beyond the last far too high. */
const belowMax = 0.9;
const closeMax = 1.25;
const overMax = 3;

/** Null when nothing is claimed and nothing delivered: no data is no factor. Amounts in halalas. */
export function computeOverClaim(claimed: number, delivered: number): OverClaim | null {
  if (claimed <= 0 && delivered <= 0) return null;
  if (delivered <= 0) return { factor: null, verdict: "nothing_delivered" };
  const factor = Math.round((claimed / delivered) * 100) / 100;
  return { factor, verdict: toVerdict(factor) };
}

function toVerdict(factor: number): OverClaimVerdict {
  if (factor < belowMax) return "below";
  if (factor <= closeMax) return "close";
  return factor <= overMax ? "over" : "far_over";
}
