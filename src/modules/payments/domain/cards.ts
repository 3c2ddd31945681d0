/**
 * A card is valid through the last day of its month. `soon` begins a month earlier, so that the merchant can replace
 * it.
 */
export function computeExpiry(card: { month: number; year: number }, now: Date): "good" | "soon" | "past" {
  const months = (card.year - now.getUTCFullYear()) * 12 + card.month - (now.getUTCMonth() + 1);
  if (months < 0) return "past";
  return months <= 1 ? "soon" : "good";
}
