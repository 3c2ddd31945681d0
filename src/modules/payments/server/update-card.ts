import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { CardTheme } from "../contract/enums.ts";
import { type CardRow, lockCard } from "./cards.store.ts";

type CardFields = { name: string; theme: CardTheme };

/** Sets a card's name and theme. */
export function updateCard(
  ctx: ReadContext,
  { cardId, fields: { name, theme } }: { cardId: string; fields: CardFields },
): Promise<CardRow> {
  return transact(ctx, async (ctx) => {
    const card = await lockCard(ctx, cardId);
    if (card.name === name && card.theme === theme) return card;
    await ctx.tx.run(sql`
      update payments.cards set name = ${name}, theme = ${theme}
      where id = ${cardId} and merchant_id = ${ctx.actor.merchantId}`);
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
