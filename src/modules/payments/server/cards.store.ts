import { createHash } from "node:crypto";
import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { isUsable } from "../domain/cards.ts";

export type CardRow = Row<"payments.cards">;

/** Seal context of a card's token. Never change this text: saved cards could no longer be opened. */
export const toSealContext = (cardId: string) => `wallet.cards:${cardId}`;
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Whether the merchant has a saved card that is not expired: starting a campaign requires one. `at` is the system clock:
 * banks know no other.
 */
export async function hasCard(ctx: ReadContext, at: Date): Promise<boolean> {
  const expiries = sql`
    select expiry_month, expiry_year from payments.cards
    where merchant_id = ${ctx.actor.merchantId} and removed_at is null`;
  const cards = await ctx.db.many<Pick<CardRow, "expiry_month" | "expiry_year">>(
    prepared("payments.card_expiries", expiries),
  );
  return cards.some((card) => isUsable(card, at));
}

/** Lets no other transaction add, remove or choose among the merchant's cards until this one ends. */
export async function lockCards({ tx, actor: { merchantId } }: Context): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`payments.cards:${merchantId}`}, 0))`);
}

export function listCards({ db, actor }: ReadContext): Promise<CardRow[]> {
  return db.many<CardRow>(sql`
    select * from payments.cards where merchant_id = ${actor.merchantId} and removed_at is null order by added_at, id`);
}

export function findCard({ db, actor }: ReadContext, cardId: string): Promise<CardRow | undefined> {
  return db.maybeOne<CardRow>(sql`
    select * from payments.cards where id = ${cardId} and merchant_id = ${actor.merchantId} and removed_at is null`);
}

export function findDefaultCard({ db, actor }: ReadContext): Promise<CardRow | undefined> {
  return db.maybeOne<CardRow>(sql`
    select * from payments.cards where merchant_id = ${actor.merchantId} and is_default and removed_at is null`);
}

/** Refuses `base.not_found` for a card that was removed or belongs to another merchant. */
export async function lockCard({ tx, actor }: Context, cardId: string): Promise<CardRow> {
  const card = await tx.maybeOne<CardRow>(sql`
    select * from payments.cards where id = ${cardId} and merchant_id = ${actor.merchantId} and removed_at is null
    for update`);
  return card ?? baseRefusals.refuse("base.not_found");
}

type NewCard = Omit<CardRow, "merchant_id" | "removed_at" | "expiring_notified_for">;

/** Saves a card that the gateway confirmed; the same token again changes nothing. */
export function insertCard({ tx, actor }: Context, card: NewCard): Promise<number> {
  return tx.run(sql`
    insert into payments.cards (id, merchant_id, gateway, sealed_token, token_hash, brand, last_four, expiry_month,
      expiry_year, holder_name, name, theme, is_default, added_at)
    values (${card.id}, ${actor.merchantId}, ${card.gateway}, ${card.sealed_token}, ${card.token_hash}, ${card.brand},
      ${card.last_four}, ${card.expiry_month}, ${card.expiry_year}, ${card.holder_name}, ${card.name}, ${card.theme},
      ${card.is_default}, ${card.added_at})
    on conflict (merchant_id, gateway, token_hash) do nothing`);
}

export async function saveCardLook(
  { tx, actor }: Context,
  { id, name, theme }: Pick<CardRow, "id" | "name" | "theme">,
): Promise<void> {
  await tx.run(sql`
    update payments.cards set name = ${name}, theme = ${theme} where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** The merchant's other cards are no default any more. */
export async function saveDefaultCard({ tx, actor }: Context, cardId: string): Promise<void> {
  await tx.run(sql`
    update payments.cards set is_default = false where merchant_id = ${actor.merchantId} and is_default`);
  await tx.run(sql`
    update payments.cards set is_default = true where id = ${cardId} and merchant_id = ${actor.merchantId}`);
}

/** The card is no longer the merchant's to use; its token stays until it is deleted at the gateway. */
export async function markCardRemoved({ tx, actor, now }: Context, cardId: string): Promise<void> {
  await tx.run(sql`
    update payments.cards set removed_at = ${now}, is_default = false
    where id = ${cardId} and merchant_id = ${actor.merchantId}`);
}

/** Cards of all merchants that end in this month or the next and were not notified of this month; `2026-11-01`. */
export function listExpiringCards(
  db: Db,
  { month, size }: { month: string; size: number },
): Promise<Pick<CardRow, "id" | "merchant_id" | "expiry_month" | "expiry_year">[]> {
  return db.many(sql`
    select id, merchant_id, expiry_month, expiry_year from payments.cards
    where removed_at is null and (expiring_notified_for is null or expiring_notified_for < ${month}::date)
      and make_date(expiry_year, expiry_month, 1) between ${month}::date and ${month}::date + interval '1 month'
    order by id limit ${size}`);
}

/** False when the merchant was notified of this card in this month before. */
export async function claimExpiryNotice(
  { tx, actor }: Context,
  { id, month }: { id: string; month: string },
): Promise<boolean> {
  const claimed = await tx.run(sql`
    update payments.cards set expiring_notified_for = ${month}::date
    where id = ${id} and merchant_id = ${actor.merchantId} and removed_at is null
      and (expiring_notified_for is null or expiring_notified_for < ${month}::date)`);
  return claimed > 0;
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
