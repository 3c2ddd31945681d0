import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { paymentsRefusals } from "../contract/payments.refusals.ts";
import { findSuccessor } from "../domain/cards.ts";
import {
  type CardRow,
  listCards,
  lockCard,
  lockCards,
  markCardRemoved,
  saveDefaultCard,
} from "./cards.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { forgetCardJob } from "./payments.jobs.ts";

type Deps = Pick<PaymentsDeps, "systemClock" | "findCardNeeds" | "messages">;

/**
 * Removes a saved card at once; a job deletes its token at the gateway soon after. What used it goes on with the default
 * card or the newest usable one. Refuses, with the reasons, while something needs a card and no other is usable.
 */
export const removeCard =
  ({ systemClock, findCardNeeds, messages }: Deps) =>
  (ctx: ReadContext, { cardId, language }: { cardId: string; language: Language }): Promise<void> =>
    transact(ctx, async (ctx) => {
      await lockCards(ctx);
      const card = await lockCard(ctx, cardId);
      const successor = findSuccessor(await listCards(ctx), cardId, systemClock.now());
      const needs = successor ? [] : await findCardNeeds(ctx, cardId);
      if (needs.length > 0) {
        const reasons = needs.map((need) => messages.translate(language, `payments:card_need_${need}`));
        return paymentsRefusals.refuse("payments.card_needed", {
          needs: new Intl.ListFormat(language, { type: "conjunction" }).format(reasons),
        });
      }
      await retireCard(ctx, card, { replacedBy: successor?.id ?? null });
    });

/** Removes a card; `replacedBy` takes over what it was used for and its place as the default card. */
export async function retireCard(
  ctx: Context,
  { id, name, brand, last_four, is_default }: CardRow,
  { replacedBy }: { replacedBy: string | null },
): Promise<void> {
  const { merchantId: merchant_id } = ctx.actor;
  await markCardRemoved(ctx, id);
  if (is_default && replacedBy) await saveDefaultCard(ctx, replacedBy);
  await ctx.tx.enqueue(forgetCardJob, { card_id: id }, { key: id });
  if (replacedBy)
    await ctx.tx.publish({
      name: "payments.card_replaced",
      merchant_id,
      card_id: id,
      replaced_by: replacedBy,
    });
  await ctx.tx.publish({ name: "payments.card_removed", merchant_id, card_id: id });
  await recordAudit(ctx, {
    module: "payments",
    action: "payments.card_removed",
    subject: id,
    before: { name, brand, last_four },
    after: replacedBy ? { replaced_by: replacedBy } : undefined,
  });
}
