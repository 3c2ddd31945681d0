import { type Db, sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { CardTheme } from "../contract/wallet.words.ts";
import { type CardRow, findCard, toSealContext } from "./cards.store.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import { forgetCardJob } from "./wallet.jobs.ts";

/** Sets a card's name and theme. */
export async function updateCardTheme(
  db: Db,
  merchantId: string,
  cardId: string,
  { name, theme }: { name: string; theme: CardTheme },
): Promise<CardRow> {
  await db.run(sql`
    update wallet.cards set name = ${name}, theme = ${theme}
    where id = ${cardId} and merchant_id = ${merchantId} and removed_at is null`);
  return (await findCard(db, merchantId, cardId)) ?? baseRefusals.refuse("base.not_found");
}

/** Removes a saved card at once; a job deletes its token at the gateway soon after. */
export function removeCard(db: Db, merchantId: string, cardId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const removed = await tx.run(sql`
      update wallet.cards set removed_at = now()
      where id = ${cardId} and merchant_id = ${merchantId} and removed_at is null`);
    if (!removed) return baseRefusals.refuse("base.not_found");
    await tx.enqueue(forgetCardJob, { card_id: cardId }, { key: cardId });
    await tx.publish({ name: "wallet.card_removed", merchant_id: merchantId, card_id: cardId });
  });
}

/** Deletes a removed card's token at the gateway. A token that is already deleted there counts as done. */
export async function forgetCard(
  { db, gateway, vault }: Pick<WalletDeps, "db" | "gateway" | "vault">,
  cardId: string,
): Promise<void> {
  const card = await db.maybeOne<CardRow>(
    sql`select * from wallet.cards where id = ${cardId} and removed_at is not null and sealed_token <> ''`,
  );
  if (!card) return;
  await gateway.deleteCard(vault.open(card.sealed_token, toSealContext(card.id)));
  await db.run(sql`update wallet.cards set sealed_token = '' where id = ${cardId}`);
}
