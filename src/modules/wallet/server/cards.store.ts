import { createHash } from "node:crypto";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { CardTheme } from "../contract/wallet.words.ts";

export type CardRow = {
  id: string;
  merchant_id: string;
  gateway: string;
  sealed_token: string;
  brand: string;
  last_four: string;
  expiry_month: number;
  expiry_year: number;
  holder_name: string;
  name: string;
  theme: CardTheme;
  added_at: Date;
};

/** Seal context of a card's token. Never change this text: saved cards could no longer be opened. */
export const toSealContext = (cardId: string) => `wallet.cards:${cardId}`;
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** Whether the merchant has a saved card that is not expired: starting a campaign requires one. */
export async function hasCard(db: Db, merchantId: string): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(sql`
    select exists (select 1 from wallet.cards where merchant_id = ${merchantId} and removed_at is null
      and make_date(expiry_year, expiry_month, 1) + interval '1 month' > now()) as known`);
  return known;
}

export function listCards(db: Db, merchantId: string): Promise<CardRow[]> {
  return db.many<CardRow>(sql`
    select * from wallet.cards where merchant_id = ${merchantId} and removed_at is null order by added_at, id`);
}

export function findCard(db: Db, merchantId: string, cardId: string): Promise<CardRow | undefined> {
  return db.maybeOne<CardRow>(sql`
    select * from wallet.cards where id = ${cardId} and merchant_id = ${merchantId} and removed_at is null`);
}

/** Saves a card that the gateway confirmed; the same token again changes nothing. */
export function insertCard(tx: Tx, card: CardRow & { token_hash: string }): Promise<number> {
  return tx.run(sql`
    insert into wallet.cards (id, merchant_id, gateway, sealed_token, token_hash, brand, last_four, expiry_month,
      expiry_year, holder_name, name, theme, added_at)
    values (${card.id}, ${card.merchant_id}, ${card.gateway}, ${card.sealed_token}, ${card.token_hash}, ${card.brand},
      ${card.last_four}, ${card.expiry_month}, ${card.expiry_year}, ${card.holder_name}, ${card.name}, ${card.theme},
      ${card.added_at})
    on conflict (merchant_id, gateway, token_hash) do nothing`);
}
