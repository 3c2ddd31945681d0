import { computeExpiry } from "../domain/cards.ts";
import type { CardRow } from "./cards.store.ts";

export function presentCard(card: CardRow, now: Date) {
  const { id, name, theme, brand, last_four, expiry_month, expiry_year, holder_name } = card;
  const expiry = computeExpiry({ month: expiry_month, year: expiry_year }, now);
  return {
    id,
    name,
    theme,
    brand,
    last_four,
    expiry_month,
    expiry_year,
    holder_name,
    expiry,
    is_default: card.is_default,
    added_at: card.added_at.toISOString(),
  };
}
