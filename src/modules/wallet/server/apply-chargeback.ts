import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { creditAvailable } from "./charge.ts";
import {
  type Chargeback,
  findUnapplied,
  insertChargeback,
  listUnapplied,
  saveApplied,
  saveReturned,
  saveWon,
} from "./chargebacks.store.ts";
import { debitAvailable } from "./debit-refund.ts";
import { isMoneyStopped, lockWallet } from "./ledger.ts";

const batchSize = 100;

/**
 * Records a chargeback as it was reported, once however often, and carries it out; while money writes are stopped the
 * review does that later.
 */
export async function recordChargeback(
  ctx: Context,
  chargeback: Chargeback,
  { isWon }: { isWon: boolean },
): Promise<void> {
  await (isWon ? saveWon : insertChargeback)(ctx, chargeback);
  if (!(await isMoneyStopped(ctx))) await applyChargeback(ctx, { chargebackId: chargeback.id });
}

/**
 * Takes a chargeback out of the available balance, once; what is no longer there is owed, which stops campaigns as any
 * debt does. One that was won comes back, once; it settles first what is owed.
 */
async function applyChargeback(ctx: Context, { chargebackId }: { chargebackId: string }): Promise<void> {
  await lockWallet(ctx);
  const found = await findUnapplied(ctx, chargebackId);
  if (!found) return;
  if (found.is_won) return giveBack(ctx, found);
  const amount = halalas(found.amount_halalas);
  const owed = await debit(ctx, found, amount);
  await saveApplied(ctx, chargebackId);
  await ctx.tx.publish({
    name: "wallet.charged_back",
    merchant_id: ctx.actor.merchantId,
    payment_id: found.payment_id,
    amount_halalas: amount,
    owed_halalas: owed,
  });
}

async function giveBack(ctx: Context, { id, payment_id, deposit_id, amount_halalas }: Chargeback) {
  const money = { from: "gateway", kind: "chargeback_won", key: id } as const;
  await creditAvailable(ctx, { ...money, reference: deposit_id, amount_halalas });
  await saveReturned(ctx, id);
  const { merchantId: merchant_id } = ctx.actor;
  await ctx.tx.publish({ name: "wallet.chargeback_won", merchant_id, payment_id, amount_halalas });
}

const debit = (ctx: Context, { id, deposit_id }: Chargeback, amount: Halalas): Promise<Halalas> =>
  debitAvailable(ctx, {
    kind: "chargeback",
    key: `chargeback:${id}`,
    reference: deposit_id,
    amount,
    day: toRiyadhDay(ctx.now),
  });

/** Carries out what came while money writes were stopped. One that fails is alarmed and tried again. */
export const reviewChargebacks =
  ({ log }: { log: Log }) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    if (await isMoneyStopped({ db })) return;
    for (const { id, merchant_id } of await listUnapplied(db, batchSize)) {
      try {
        await db.transaction((tx) =>
          applyChargeback(systemTxContext(tx, merchant_id, now), { chargebackId: id }),
        );
      } catch (error) {
        log.error({ err: error, alarm: "chargeback_not_applied", chargeback_id: id }, "a chargeback failed");
      }
    }
  };
