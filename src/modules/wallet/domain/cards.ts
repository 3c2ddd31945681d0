/** A card is good through the last day of its month; `soon` a month ahead, so that the merchant can replace it in time. */
export function computeExpiry(card: { month: number; year: number }, now: Date): "good" | "soon" | "past" {
  const months = (card.year - now.getUTCFullYear()) * 12 + card.month - (now.getUTCMonth() + 1);
  if (months < 0) return "past";
  return months <= 1 ? "soon" : "good";
}
