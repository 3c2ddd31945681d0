import { systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeLastDay } from "../domain/cards.ts";
import { claimExpiryNotice, listExpiringCards } from "./cards.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

const batchSize = 200;

/**
 * Notifies merchants of cards that end this month or the next, once for each card and month. Cards expire by the system
 * clock; `now` is business time.
 */
export const notifyExpiringCards =
  ({ systemClock }: Pick<PaymentsDeps, "systemClock">) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const month = `${toRiyadhDay(systemClock.now()).slice(0, 7)}-01`;
    for (;;) {
      const cards = await listExpiringCards(db, { month, size: batchSize });
      for (const card of cards) {
        await transact(systemContext(db, card.merchant_id, now), async (ctx) => {
          if (!(await claimExpiryNotice(ctx, { id: card.id, month }))) return;
          await ctx.tx.publish({
            name: "payments.card_expiring",
            merchant_id: card.merchant_id,
            card_id: card.id,
            expires_on: computeLastDay(card),
          });
        });
      }
      if (cards.length < batchSize) return;
    }
  };
