import { type Db, sql } from "#base/server/db/db.ts";
import { type CardRow, toSealContext } from "./cards.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

/** Deletes a removed card's token at the gateway. A token that is already deleted there counts as done. */
export const forgetCard =
  ({ gateway, vault }: Pick<PaymentsDeps, "gateway" | "vault">) =>
  async (db: Db, { cardId }: { cardId: string }): Promise<void> => {
    const card = await db.maybeOne<CardRow>(
      sql`select * from payments.cards where id = ${cardId} and removed_at is not null and sealed_token <> ''`,
    );
    if (!card) return;
    await gateway.deleteCard(vault.open(card.sealed_token, toSealContext(card.id)));
    await db.run(sql`update payments.cards set sealed_token = '' where id = ${cardId}`);
  };
