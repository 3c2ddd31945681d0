import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { paymentsRefusals } from "../contract/payments.refusals.ts";
import { isUsable } from "../domain/cards.ts";
import { type CardRow, listCards, lockCard, lockCards, saveDefaultCard } from "./cards.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { retireCard } from "./remove-card.ts";

type Deps = Pick<PaymentsDeps, "systemClock">;

/** Makes a card the one that renewals and top-ups use unless another is chosen. Refuses an expired one. */
export const chooseDefaultCard =
  ({ systemClock }: Deps) =>
  (ctx: ReadContext, { cardId }: { cardId: string }): Promise<CardRow> =>
    transact(ctx, async (ctx) => {
      await lockCards(ctx);
      const card = await lockUsableCard(ctx, cardId, systemClock.now());
      if (!card.is_default) await changeDefault(ctx, cardId);
      return { ...card, is_default: true };
    });

/**
 * Another saved card takes over what this one is used for, and the place of the default card; this one is removed. The
 * card that takes over must not be expired.
 */
export const replaceCard =
  ({ systemClock }: Deps) =>
  (ctx: ReadContext, { cardId, replacedBy }: { cardId: string; replacedBy: string }): Promise<CardRow> =>
    transact(ctx, async (ctx) => {
      if (cardId === replacedBy) return paymentsRefusals.refuse("payments.same_card", {}, "card_id");
      await lockCards(ctx);
      const old = await lockCard(ctx, cardId);
      const card = await lockUsableCard(ctx, replacedBy, systemClock.now(), "card_id");
      await retireCard(ctx, old, { replacedBy });
      return { ...card, is_default: card.is_default || old.is_default };
    });

async function lockUsableCard(ctx: Context, cardId: string, at: Date, field?: string): Promise<CardRow> {
  const card = await lockCard(ctx, cardId);
  return isUsable(card, at) ? card : paymentsRefusals.refuse("payments.card_expired", {}, field);
}

/** Records and publishes the merchant's new default card. */
export async function changeDefault(ctx: Context, cardId: string): Promise<void> {
  const before = (await listCards(ctx)).find(({ is_default }) => is_default);
  await saveDefaultCard(ctx, cardId);
  const { merchantId } = ctx.actor;
  await ctx.tx.publish({ name: "payments.default_card_changed", merchant_id: merchantId, card_id: cardId });
  await recordAudit(ctx, {
    module: "payments",
    action: "payments.default_card_changed",
    subject: cardId,
    before: { card_id: before?.id ?? null },
    after: { card_id: cardId },
  });
}
