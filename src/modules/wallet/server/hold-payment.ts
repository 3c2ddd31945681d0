import type { Context } from "#base/server/context.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { platformAccount, reserved } from "../domain/accounts.ts";
import { checkLowBalance } from "./available-balance.ts";
import { loadHold } from "./holds.store.ts";
import { growHold, requireFree, returnFromHold, takeFromHold } from "./holds.ts";
import { hasEntry, lockWallet, transfer } from "./ledger.ts";
import { type ReferenceTitle, saveReferenceTitle } from "./reference-titles.store.ts";
import { settleReceivables } from "./settle-receivables.ts";

/** What is paid now and earned later, by its purpose and the id of what was bought. */
export type HeldPaymentKey = { purpose: "consultation"; subject: string };
/** `title` names what was bought on the statement. */
export type HeldPayment = HeldPaymentKey & { amount_halalas: number; title: ReferenceTitle };

/**
 * Pays for something that is still to be delivered: the money leaves the available balance and is held. Once for a
 * subject. Refuses `wallet.balance_not_enough`: what is owed, and what holds lack, comes first. No card is needed.
 */
export async function holdPayment(ctx: Context, input: HeldPayment): Promise<void> {
  const { amount_halalas, title, ...key } = input;
  await lockWallet(ctx);
  if ((await loadHold(ctx, key)).moves > 0) return;
  await settleReceivables(ctx);
  await requireFree(ctx, halalas(amount_halalas));
  await growHold(ctx, key, halalas(amount_halalas));
  await saveReferenceTitle(ctx, key.subject, title);
  await publishHoldChanged(ctx, key);
  await checkLowBalance(ctx);
}

/** It was delivered: all that is held for it becomes a sale. Nothing moves when nothing is held any more. */
export async function capturePayment(ctx: Context, key: HeldPaymentKey): Promise<void> {
  const { merchantId } = ctx.actor;
  await lockWallet(ctx);
  const amount = await loadHeld(ctx, key);
  if (amount === 0) return;
  const { purpose, subject: reference } = key;
  const move = {
    key: `charge:${purpose}:${reference}`,
    from: reserved(merchantId),
    to: platformAccount("sales", merchantId),
    amount,
    kind: "charge" as const,
    reference,
    day: toRiyadhDay(ctx.now),
  };
  if (await hasEntry(ctx, move)) return;
  await transfer(ctx, move);
  await takeFromHold(ctx, key, amount);
  await ctx.tx.publish({
    name: "wallet.charged",
    merchant_id: merchantId,
    purpose,
    reference,
    amount_halalas: amount,
  });
}

/** It will not be delivered: all that is held for it is available again. Nothing moves when nothing is held any more. */
export async function returnPayment(ctx: Context, key: HeldPaymentKey): Promise<void> {
  await lockWallet(ctx);
  const amount = await loadHeld(ctx, key);
  if (amount === 0) return;
  await returnFromHold(ctx, key, amount);
  await publishHoldChanged(ctx, key);
}

const loadHeld = async (ctx: Context, key: HeldPaymentKey): Promise<Halalas> =>
  halalas((await loadHold(ctx, key)).held_halalas);

const publishHoldChanged = ({ tx, actor }: Context, { purpose, subject }: HeldPaymentKey) =>
  tx.publish({ name: "wallet.hold_changed", merchant_id: actor.merchantId, purpose, subject });
