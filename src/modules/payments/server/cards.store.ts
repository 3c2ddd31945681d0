import { createHash } from "node:crypto";
import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { computeExpiry } from "../domain/cards.ts";

export type CardRow = Row<"payments.cards">;

/** Seal context of a card's token. Never change this text: saved cards could no longer be opened. */
export const toSealContext = (cardId: string) => `wallet.cards:${cardId}`;
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Whether the merchant has a saved card that is not expired: starting a campaign requires one. `at` is the system clock:
 * banks know no other.
 */
export async function hasCard(ctx: ReadContext, at: Date): Promise<boolean> {
  const cards = await listCards(ctx);
  return cards.some(
    (card) => computeExpiry({ month: card.expiry_month, year: card.expiry_year }, at) !== "past",
  );
}

export function listCards({ db, actor }: ReadContext): Promise<CardRow[]> {
  return db.many<CardRow>(sql`
    select * from payments.cards where merchant_id = ${actor.merchantId} and removed_at is null order by added_at, id`);
}

export function findCard({ db, actor }: ReadContext, cardId: string): Promise<CardRow | undefined> {
  return db.maybeOne<CardRow>(sql`
    select * from payments.cards where id = ${cardId} and merchant_id = ${actor.merchantId} and removed_at is null`);
}

/** Refuses `base.not_found` for a card that was removed or belongs to another merchant. */
export async function lockCard({ tx, actor }: Context, cardId: string): Promise<CardRow> {
  const card = await tx.maybeOne<CardRow>(sql`
    select * from payments.cards where id = ${cardId} and merchant_id = ${actor.merchantId} and removed_at is null
    for update`);
  return card ?? baseRefusals.refuse("base.not_found");
}

type NewCard = Omit<CardRow, "merchant_id" | "removed_at">;

/** Saves a card that the gateway confirmed; the same token again changes nothing. */
export function insertCard({ tx, actor }: Context, card: NewCard): Promise<number> {
  return tx.run(sql`
    insert into payments.cards (id, merchant_id, gateway, sealed_token, token_hash, brand, last_four, expiry_month,
      expiry_year, holder_name, name, theme, added_at)
    values (${card.id}, ${actor.merchantId}, ${card.gateway}, ${card.sealed_token}, ${card.token_hash}, ${card.brand},
      ${card.last_four}, ${card.expiry_month}, ${card.expiry_year}, ${card.holder_name}, ${card.name}, ${card.theme},
      ${card.added_at})
    on conflict (merchant_id, gateway, token_hash) do nothing`);
}

export async function saveCardLook(
  { tx, actor }: Context,
  { id, name, theme }: Pick<CardRow, "id" | "name" | "theme">,
): Promise<void> {
  await tx.run(sql`
    update payments.cards set name = ${name}, theme = ${theme} where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** The card is no longer the merchant's to use; its token stays until it is deleted at the gateway. */
export async function markCardRemoved({ tx, actor, now }: Context, cardId: string): Promise<void> {
  await tx.run(sql`
    update payments.cards set removed_at = ${now} where id = ${cardId} and merchant_id = ${actor.merchantId}`);
}

/** A removed card, of any merchant, whose token is still stored. */
export function findRemovedCard(db: Db, cardId: string): Promise<CardRow | undefined> {
  return db.maybeOne<CardRow>(
    sql`select * from payments.cards where id = ${cardId} and removed_at is not null and sealed_token <> ''`,
  );
}

export async function deleteCardToken(db: Db, cardId: string): Promise<void> {
  await db.run(sql`update payments.cards set sealed_token = '' where id = ${cardId}`);
}
