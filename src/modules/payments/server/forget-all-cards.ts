import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ErasureStep } from "#base/server/personal-data/personal-data.ts";
import { listCards, lockCards } from "./cards.store.ts";
import { forgetCard } from "./forget-card.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { retireCard } from "./remove-card.ts";

/** Before an account is erased, every card is removed and its token deleted at its gateway. */
export const forgetAllCards = (deps: Pick<PaymentsDeps, "gateways" | "vault">): ErasureStep => {
  const forget = forgetCard(deps);
  return {
    name: "cards",
    async run(ctx) {
      await transact(ctx, async (ctx) => {
        await lockCards(ctx);
        for (const card of await listCards(ctx)) await retireCard(ctx, card, { replacedBy: null });
      });
      const kept = await ctx.db.many<Row<"payments.cards", "id">>(sql`
        select id from payments.cards where merchant_id = ${ctx.actor.merchantId} and sealed_token <> '' order by id`);
      for (const { id } of kept) await forget(ctx.db, { cardId: id });
      return true;
    },
  };
};
