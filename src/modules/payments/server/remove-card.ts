import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { lockCard, markCardRemoved } from "./cards.store.ts";
import { forgetCardJob } from "./payments.jobs.ts";

/** Removes a saved card at once; a job deletes its token at the gateway soon after. */
export function removeCard(ctx: ReadContext, { cardId }: { cardId: string }): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { merchantId } = ctx.actor;
    const { name, brand, last_four } = await lockCard(ctx, cardId);
    await markCardRemoved(ctx, cardId);
    await ctx.tx.enqueue(forgetCardJob, { card_id: cardId }, { key: cardId });
    await ctx.tx.publish({ name: "payments.card_removed", merchant_id: merchantId, card_id: cardId });
    await recordAudit(ctx, {
      module: "payments",
      action: "payments.card_removed",
      subject: cardId,
      before: { name, brand, last_four },
    });
  });
}
