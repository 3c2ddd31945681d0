import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import {
  findListedChargeback,
  listParts,
  markChargebackWon,
  readSettlementsAgain,
} from "./chargebacks.store.ts";
import { lockAnyIntent } from "./intents.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { readChargebacksJob } from "./payments.jobs.ts";
import { toEventIntent } from "./publish-payment.ts";
import { recordRequestedRefunds } from "./requested-refunds.ts";

/**
 * Records that a chargeback was won and its money came back: staff read it in the gateway's dashboard, because no gateway
 * reports it. From then on the card may be charged again, a refund that the gateway showed for the same money counts, and
 * the settlements are read again for another chargeback that found too little left. Once, however often: false when it was
 * won before. `chargeback_id` is the gateway's. Refuses `base.not_found`.
 */
export const winChargeback =
  ({ systemClock }: Pick<PaymentsDeps, "systemClock">) =>
  async (ctx: Context, { chargeback_id }: { chargeback_id: string }): Promise<boolean> => {
    const chargeback = await findListedChargeback(ctx, chargeback_id);
    const intent = chargeback && (await lockAnyIntent(ctx.tx, chargeback.intent_id));
    if (!chargeback || !intent) return baseRefusals.refuse("base.not_found");
    const parts = await listParts(ctx.tx, chargeback);
    const [first] = parts;
    if (!first || first.won_at) return false;
    const { gateway, payment_id, settled_at } = first;
    const at = systemClock.now();
    await markChargebackWon(ctx, { ...chargeback, at });
    await recordAudit(ctx, {
      module: "payments",
      action: "payments.chargeback_won",
      subject: chargeback_id,
      after: { payment_id, amount_halalas: parts.reduce((sum, part) => sum + part.amount_halalas, 0) },
    });
    for (const { id, amount_halalas } of parts)
      await ctx.tx.publish({
        name: "payments.chargeback_won",
        ...toEventIntent(intent),
        payment_id,
        chargeback_id: id,
        amount_halalas,
      });
    await recordRequestedRefunds(ctx, { intent, paymentId: payment_id, at });
    await readSettlementsAgain(ctx.tx, { gateway, from: settled_at });
    await ctx.tx.enqueue(readChargebacksJob, {});
    return true;
  };
