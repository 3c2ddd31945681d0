import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";

/** A card's last month, as its face shows it. */
type Expiring = { expiry_month: number; expiry_year: number };

/**
 * A card is valid through the last day of its month in Riyadh. `soon` begins a month earlier, so that the merchant can replace
 * it.
 */
export function computeExpiry(card: { month: number; year: number }, now: Date): "good" | "soon" | "past" {
  const [year = 0, month = 0] = toRiyadhDay(now).split("-").map(Number);
  const months = (card.year - year) * 12 + card.month - month;
  if (months < 0) return "past";
  return months <= 1 ? "soon" : "good";
}

/** Valid, and not for longer than a month. */
export const isEnding = ({ expiry_month: month, expiry_year: year }: Expiring, now: Date) =>
  computeExpiry({ month, year }, now) === "soon";

export const isUsable = ({ expiry_month: month, expiry_year: year }: Expiring, now: Date) =>
  computeExpiry({ month, year }, now) !== "past";

/** The card's last valid day, `2027-02-28`. */
export const computeLastDay = ({ expiry_month, expiry_year }: Expiring): RiyadhDay =>
  new Date(Date.UTC(expiry_year, expiry_month, 0)).toISOString().slice(0, 10) as RiyadhDay;

type Candidate = Expiring & { id: string; is_default: boolean };

/** The usable card that goes on when another is removed: the default one, else the newest. `cards`: oldest first. */
export function findSuccessor<Card extends Candidate>(
  cards: readonly Card[],
  removedId: string,
  now: Date,
): Card | undefined {
  const others = cards.filter((card) => card.id !== removedId && isUsable(card, now));
  return others.find(({ is_default }) => is_default) ?? others.at(-1);
}
