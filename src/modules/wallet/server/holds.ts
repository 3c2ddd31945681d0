import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { together } from "#base/server/db/db.ts";
import { formatRiyals, type Halalas, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import type { HoldExplanation } from "../contract/hold-explanation.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { available, reserved } from "../domain/accounts.ts";
import { allocate } from "../domain/split.ts";
import { checkLowBalance, updateLevel } from "./available-balance.ts";
import {
  type Hold,
  type HoldDetails,
  type HoldKey,
  listHoldsToSettle,
  loadHold,
  saveHoldDetails,
  saveHolds,
  toSaveHolds,
} from "./holds.store.ts";
import {
  type Funds,
  type LockedWallet,
  loadBalance,
  loadFunds,
  lockWallet,
  reloadWallet,
  type Transfer,
  transferAll,
} from "./ledger.ts";
import { settleReceivables } from "./settle-receivables.ts";

type Deps = { payments: Pick<PaymentsFacade, "hasCard"> };
/** `title` is the subject's name as the merchant wrote it; the statement shows it, and the wallet why so much is held. */
export type HoldInput = HoldKey & {
  amount_halalas: number;
  title: string;
  explanation?: HoldExplanation | null;
};
/** So much more is to be held. */
export type Growth = { amount_halalas: number };

/**
 * Holds a target amount for a purpose and subject; the same target again moves nothing. To grow, or to start with what is
 * held already, the merchant needs a saved card (`wallet.card_required`) and available balance beyond what is owed and
 * what other holds lack (`wallet.balance_not_enough`, with the missing amount). To shrink needs nothing; released money
 * settles what is owed first.
 */
export const hold =
  (deps: Deps) =>
  async (ctx: Context, { amount_halalas, title, explanation = null, ...key }: HoldInput): Promise<void> => {
    const known = await setTarget(deps, ctx, key, amount_halalas);
    const details = { title, explanation };
    if (!isDeepStrictEqual({ title: known.title, explanation: known.explanation }, details))
      ctx.tx.defer(saveHoldDetails(ctx, key, details));
  };

/** Refuses when so much more could not be held now. The wallet stays locked until the transaction ends. */
export const requireFundsFor =
  (deps: Deps) =>
  async (ctx: Context, { amount_halalas }: Growth): Promise<void> => {
    const [funds, hasCard] = await together(lockSettledWallet(ctx), deps.payments.hasCard(ctx));
    refuseWithoutFunds({ hasCard, free: toFree(funds) }, halalas(amount_halalas));
  };

/**
 * What could be held now, read once and without a lock: each call takes an amount from it, or refuses as a hold that
 * grows by it would. Moves nothing.
 */
export const previewHolds =
  (deps: Deps) =>
  async (ctx: ReadContext): Promise<(growth: Growth) => void> => {
    const free = toFree(await loadFunds(ctx));
    const hasCard = await deps.payments.hasCard(ctx);
    let taken = 0;
    return ({ amount_halalas }) => {
      refuseWithoutFunds({ hasCard, free }, halalas(taken + amount_halalas));
      taken += amount_halalas;
    };
  };

/** Releases all that is held for a purpose and subject. */
export const release =
  (deps: Deps) =>
  async (ctx: Context, key: HoldKey): Promise<void> => {
    await setTarget(deps, ctx, key, 0);
  };

/** Returns the hold as it was. */
async function setTarget(
  deps: Deps,
  ctx: Context,
  key: HoldKey,
  amountHalalas: number,
): Promise<Hold & HoldDetails> {
  const { purpose, subject } = key;
  const target = halalas(amountHalalas);
  if (target < 0) throw new RangeError("a hold is never below zero");
  // What is sent behind the lock is read under it.
  const [wallet, known, hasCard] = await together(
    lockSettledWallet(ctx),
    loadHold(ctx, key),
    deps.payments.hasCard(ctx),
  );
  const growth = halalas(target - known.held_halalas);
  const isLowered = target < known.target_halalas;
  if (growth > 0 || (target > 0 && !isLowered))
    refuseWithoutFunds({ hasCard, free: toFree(wallet, known) }, growth);
  const moved = { ...known, target_halalas: target };
  // What is released goes first to what is owed, and to other holds that are short.
  const isNeeded = wallet.owed_halalas > 0 || wallet.shortfall_halalas > toShortfall(known);
  if (growth < 0 && isNeeded) {
    await moveHold(ctx, moved, growth);
    await applyReleased(ctx);
    await checkLowBalance(ctx);
  } else {
    ctx.tx.defer(moveHold(ctx, moved, growth));
    await updateLevel(ctx, {
      ...wallet,
      available_halalas: halalas(wallet.available_halalas - growth),
      shortfall_halalas: halalas(wallet.shortfall_halalas - toShortfall(known)),
    });
  }
  if (target !== known.target_halalas) await recordTarget(ctx, known, target);
  if (growth !== 0)
    await ctx.tx.publish({
      name: "wallet.hold_changed",
      merchant_id: ctx.actor.merchantId,
      purpose,
      subject,
    });
  return known;
}

/** Locks the wallet, settles what is owed as far as the money goes, and returns what is in it then. */
async function lockSettledWallet(ctx: Context): Promise<LockedWallet> {
  const wallet = await lockWallet(ctx);
  if (wallet.owed_halalas === 0) return wallet;
  await settleReceivables(ctx);
  return reloadWallet(ctx);
}

/** What something may cost at worst is a money guard: who set it is kept. What is held is in the ledger. */
function recordTarget(ctx: Context, { subject, target_halalas }: Hold, target: Halalas) {
  return recordAudit(ctx, {
    module: "wallet",
    action: "wallet.hold_changed",
    subject,
    before: { target_halalas },
    after: { target_halalas: target },
  });
}

/**
 * Refills holds that spend was taken from, oldest subject first, as far as the available balance goes. The caller holds
 * the wallet's lock.
 */
export async function refillHolds(ctx: Context): Promise<void> {
  const short = await listHoldsToSettle(ctx, []);
  if (short.length === 0) return;
  const { available_halalas } = await loadBalance(ctx);
  const { transfers, holds } = planRefill(ctx, available_halalas, short);
  await transferAll(ctx, transfers, toSaveHolds(ctx, holds));
}

/** The transfers that refill these holds, in their order, and the holds that have more then. */
export function planRefill(
  ctx: Context,
  available: number,
  holds: readonly Hold[],
): { transfers: Transfer[]; holds: Hold[] } {
  const needs = holds.map((one) => ({ ...one, needed_halalas: one.target_halalas - one.held_halalas }));
  const { given } = allocate(available, needs);
  return {
    transfers: given.map((one) => toTransfer(ctx, one, one.amount)),
    holds: given.map((one) => ({
      ...one,
      held_halalas: one.held_halalas + one.amount,
      moves: one.moves + 1,
    })),
  };
}

/** What may leave the available balance, in halalas. What the hold `own` lacks itself is not kept back from it. */
function toFree({ available_halalas, shortfall_halalas, owed_halalas }: Funds, own?: Hold): number {
  const ownShortfall = own ? toShortfall(own) : 0;
  return available_halalas - (shortfall_halalas - ownShortfall) - owed_halalas;
}

/** What a hold lacks of its target, in halalas. */
export const toShortfall = ({ target_halalas, held_halalas }: Hold): number =>
  Math.max(0, target_halalas - held_halalas);

/**
 * What may leave the available balance, in halalas: below zero while more is owed, or lacking in holds, than there is.
 */
export const loadFree = async (ctx: ReadContext): Promise<number> => toFree(await loadFunds(ctx));

/** Refuses `wallet.balance_not_enough`, with what is missing, when so much may not leave the available balance. */
export async function requireFree(ctx: ReadContext, amount: Halalas, field?: string): Promise<void> {
  refuseMissing(await loadFree(ctx), amount, field);
}

/**
 * Requires available balance for `growth`, beyond what is owed and what other holds lack: new money goes there first. A
 * wallet at level `out` therefore starts nothing, and its next end of money is published again.
 */
function refuseWithoutFunds({ hasCard, free }: { hasCard: boolean; free: number }, growth: Halalas): void {
  if (!hasCard) walletRefusals.refuse("wallet.card_required");
  refuseMissing(free, growth);
}

function refuseMissing(free: number, growth: Halalas, field?: string): void {
  const missing = halalas(growth - free);
  if (missing <= 0) return;
  walletRefusals.refuse(
    "wallet.balance_not_enough",
    {
      missing: formatRiyals(missing),
      missing_halalas: missing,
    },
    field,
  );
}

/** Holds so much more. The caller has checked the funds and holds the wallet's lock, here and below. */
export async function growHold(ctx: Context, key: HoldKey, growth: Halalas): Promise<void> {
  const known = await loadHold(ctx, key);
  await moveHold(ctx, { ...known, target_halalas: known.target_halalas + growth }, growth);
}

/** So much of what was held has left the wallet: the caller has moved it out of the reserved account. */
export async function takeFromHold(ctx: Context, key: HoldKey, amount: Halalas): Promise<void> {
  const { target_halalas, held_halalas, ...known } = await loadHold(ctx, key);
  const left = { target_halalas: target_halalas - amount, held_halalas: held_halalas - amount };
  await saveHolds(ctx, [{ ...known, ...left }]);
}

/** So much of what was held is available again: it settles what is owed first, and refills holds. */
export async function returnFromHold(ctx: Context, key: HoldKey, amount: Halalas): Promise<void> {
  const known = await loadHold(ctx, key);
  await moveHold(ctx, { ...known, target_halalas: known.target_halalas - amount }, halalas(-amount));
  await applyReleased(ctx);
  await checkLowBalance(ctx);
}

/** Released money settles what is owed first, and then refills holds. */
async function applyReleased(ctx: Context): Promise<void> {
  await settleReceivables(ctx);
  await refillHolds(ctx);
}

/** Moves money between available and reserved, and saves what is held now. */
async function moveHold(ctx: Context, one: Hold, growth: Halalas): Promise<void> {
  const moved = { ...one, held_halalas: one.held_halalas + growth, moves: one.moves + 1 };
  const transfers = growth === 0 ? [] : [toTransfer(ctx, one, growth)];
  await transferAll(ctx, transfers, toSaveHolds(ctx, [moved]));
}

function toTransfer({ actor: { merchantId }, now }: Context, one: Hold, growth: Halalas): Transfer {
  const isGrowing = growth > 0;
  return {
    // A subject's id says what it is, so the purpose need not be in the key.
    key: `reserve:${one.subject}:${one.moves}`,
    from: isGrowing ? available(merchantId) : reserved(merchantId),
    to: isGrowing ? reserved(merchantId) : available(merchantId),
    amount: halalas(Math.abs(growth)),
    kind: isGrowing ? "reserve" : "reserve_release",
    reference: one.subject,
    day: toRiyadhDay(now),
  };
}
