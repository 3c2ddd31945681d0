import type { Db } from "#base/server/db/db.ts";
import { deleteCardToken, findRemovedCard, toSealContext } from "./cards.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

/** Deletes a removed card's token at the gateway. A token that is already deleted there counts as done. */
export const forgetCard =
  ({ gateways, vault }: Pick<PaymentsDeps, "gateways" | "vault">) =>
  async (db: Db, { cardId }: { cardId: string }): Promise<void> => {
    const card = await findRemovedCard(db, cardId);
    if (!card) return;
    await gateways.find(card.gateway).deleteCard(vault.open(card.sealed_token, toSealContext(card.id)));
    await deleteCardToken(db, cardId);
  };
