import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { type CardRow, lockCard, saveCardLook } from "./cards.store.ts";

type CardFields = Pick<CardRow, "name" | "theme">;

/** Sets a card's name and theme. */
export function updateCard(
  ctx: ReadContext,
  { cardId, fields: { name, theme } }: { cardId: string; fields: CardFields },
): Promise<CardRow> {
  return transact(ctx, async (ctx) => {
    const card = await lockCard(ctx, cardId);
    if (card.name === name && card.theme === theme) return card;
    await saveCardLook(ctx, { id: cardId, name, theme });
    await recordAudit(ctx, {
      module: "payments",
      action: "payments.card_changed",
      subject: cardId,
      before: { name: card.name, theme: card.theme },
      after: { name, theme },
    });
    return { ...card, name, theme };
  });
}
