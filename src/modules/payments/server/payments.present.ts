import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { computeExpiry } from "../domain/cards.ts";
import type { CardRow } from "./cards.store.ts";
import type { DepositView } from "./deposits.store.ts";

export function presentDeposit(messages: Messages, language: Language, deposit: DepositView) {
  const { id, amount_halalas, owed_settled_halalas, status, failure, save_card, card_id, action_url } =
    deposit;
  const { created_at, settled_at } = deposit;
  return {
    id,
    amount_halalas,
    status,
    failure,
    failure_text: failure && messages.translate(language, `wallet:payment_failed_${failure}`),
    save_card,
    card_id,
    action_url,
    owed_settled_halalas,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  };
}

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
    added_at: card.added_at.toISOString(),
  };
}
