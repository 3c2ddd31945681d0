import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { formatRiyals, type Halalas, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { available, reserved } from "../domain/accounts.ts";
import { allocate } from "../domain/split.ts";
import { checkLowBalance } from "./available-balance.ts";
import {
  type Hold,
  type HoldKey,
  listShortHolds,
  loadHold,
  saveHold,
  saveHoldTitle,
  sumOtherShortfalls,
} from "./holds.store.ts";
import { loadBalance, lockWallet, transfer } from "./ledger.ts";
import { loadOwed } from "./receivables.store.ts";
import { settleReceivables } from "./settle-receivables.ts";

type Deps = { payments: Pick<PaymentsFacade, "hasCard"> };
/** `title` is the subject's name as the merchant wrote it; the statement shows it. */
export type HoldInput = HoldKey & { amount_halalas: number; title: string };
/** So much more is to be held. */
export type Growth = { amount_halalas: number };

/** No hold has an empty subject, so what every hold lacks is counted. */
const noHold: HoldKey = { purpose: "campaign", subject: "" };

/**
 * Holds a target amount for a purpose and subject; the same target again moves nothing. To grow, or to start with what is
 * held already, the merchant needs a saved card (`wallet.card_required`) and available balance beyond what is owed and
 * what other holds lack (`wallet.balance_not_enough`, with the missing amount). To shrink needs nothing; released money
 * settles what is owed first.
 */
export const hold =
  (deps: Deps) =>
  async (ctx: Context, { amount_halalas, title, ...key }: HoldInput): Promise<void> => {
    await setTarget(deps, ctx, key, amount_halalas);
    await saveHoldTitle(ctx, key, title);
  };

/** Refuses when so much more could not be held now. The wallet stays locked until the transaction ends. */
export const requireFundsFor =
  (deps: Deps) =>
  async (ctx: Context, { amount_halalas }: Growth): Promise<void> => {
    await lockWallet(ctx);
    await settleReceivables(ctx);
    await requireFunds(deps, ctx, noHold, halalas(amount_halalas));
  };

/**
 * What could be held now, read once and without a lock: each call takes an amount from it, or refuses as a hold that
 * grows by it would. Moves nothing.
 */
export const previewHolds =
  (deps: Deps) =>
  async (ctx: ReadContext): Promise<(growth: Growth) => void> => {
    const funds = await loadFunds(deps, ctx, noHold);
    let taken = 0;
    return ({ amount_halalas }) => {
      refuseWithoutFunds(funds, halalas(taken + amount_halalas));
      taken += amount_halalas;
    };
  };

/** Releases all that is held for a purpose and subject. */
export const release =
  (deps: Deps) =>
  (ctx: Context, key: HoldKey): Promise<void> =>
    setTarget(deps, ctx, key, 0);

async function setTarget(deps: Deps, ctx: Context, key: HoldKey, amountHalalas: number): Promise<void> {
  const { purpose, subject } = key;
  const target = halalas(amountHalalas);
  if (target < 0) throw new RangeError("a hold is never below zero");
  await lockWallet(ctx);
  await settleReceivables(ctx);
  const known = await loadHold(ctx, key);
  const growth = halalas(target - known.held_halalas);
  const isLowered = target < known.target_halalas;
  if (growth > 0 || (target > 0 && !isLowered)) await requireFunds(deps, ctx, key, growth);
  await moveHold(ctx, { ...known, target_halalas: target }, growth);
  if (growth < 0) {
    await settleReceivables(ctx);
    await refillHolds(ctx);
  }
  await checkLowBalance(ctx);
  if (target !== known.target_halalas) await recordTarget(ctx, known, target);
  if (growth !== 0)
    await ctx.tx.publish({
      name: "wallet.hold_changed",
      merchant_id: ctx.actor.merchantId,
      purpose,
      subject,
    });
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
  const short = await listShortHolds(ctx);
  if (short.length === 0) return;
  const { available_halalas } = await loadBalance(ctx);
  const needs = short.map((one) => ({ ...one, needed_halalas: one.target_halalas - one.held_halalas }));
  for (const { amount, ...one } of allocate(available_halalas, needs).given) await moveHold(ctx, one, amount);
}

/**
 * Requires available balance for `growth`, beyond what is owed and what other holds lack: new money goes there first. A
 * wallet at level `out` therefore starts nothing, and its next end of money is published again.
 */
async function requireFunds(deps: Deps, ctx: Context, key: HoldKey, growth: Halalas) {
  refuseWithoutFunds(await loadFunds(deps, ctx, key), growth);
}

/** `free`, in halalas, is below zero while more is owed or lacking than available. */
type Funds = { hasCard: boolean; free: number };

async function loadFunds({ payments }: Deps, ctx: ReadContext, key: HoldKey): Promise<Funds> {
  const hasCard = await payments.hasCard(ctx);
  const { available_halalas } = await loadBalance(ctx);
  const shortfall = await sumOtherShortfalls(ctx, key);
  return { hasCard, free: available_halalas - shortfall - (await loadOwed(ctx)) };
}

function refuseWithoutFunds({ hasCard, free }: Funds, growth: Halalas): void {
  if (!hasCard) walletRefusals.refuse("wallet.card_required");
  const missing = halalas(growth - free);
  if (missing <= 0) return;
  walletRefusals.refuse("wallet.balance_not_enough", {
    missing: formatRiyals(missing),
    missing_halalas: missing,
  });
}

/** Moves money between available and reserved, and saves what is held now. */
async function moveHold(ctx: Context, one: Hold, growth: Halalas): Promise<void> {
  const { merchantId } = ctx.actor;
  const { subject, held_halalas, moves } = one;
  const isGrowing = growth > 0;
  if (growth !== 0) {
    await transfer(ctx, {
      // A subject's id says what it is, so the purpose need not be in the key.
      key: `reserve:${subject}:${moves}`,
      from: isGrowing ? available(merchantId) : reserved(merchantId),
      to: isGrowing ? reserved(merchantId) : available(merchantId),
      amount: halalas(Math.abs(growth)),
      kind: isGrowing ? "reserve" : "reserve_release",
      reference: subject,
      day: toRiyadhDay(ctx.now),
    });
  }
  await saveHold(ctx, { ...one, held_halalas: held_halalas + growth, moves: moves + 1 });
}
