import type { Context } from "#base/server/context.ts";
import { together } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, platformAccount, reserved } from "../domain/accounts.ts";
import { splitCorrection, splitSpend } from "../domain/split.ts";
import { checkLowBalance, updateLevel } from "./available-balance.ts";
import { type Hold, listHoldsToSettle, toSaveHolds } from "./holds.store.ts";
import { planRefill, toShortfall } from "./holds.ts";
import { loadBalance, lockWallet, type Transfer, transferAll } from "./ledger.ts";
import { insertReceivables, type Receivable, reduceReceivables } from "./receivables.store.ts";
import { settleReceivables } from "./settle-receivables.ts";
import {
  loadSettledDays,
  type SettledDay,
  type SpendReport,
  toSaveSettledDays,
} from "./settled-days.store.ts";

type Deps = { log: Log };
type Change = SpendReport & { known: Omit<SettledDay, "campaign_id" | "day">; change: Halalas };

/**
 * Settles campaigns' reported spend of Riyadh days, each named once; a later report of a day moves only the difference.
 * A total below the settled one credits the difference back and settles what is owed; then increases are taken from what
 * is held for the campaign and the available balance, which refills the holds. What neither covers is owed to the platform and alarmed; the wallet itself never goes below zero.
 */
export const settleSpends =
  (deps: Deps) =>
  async (ctx: Context, reports: readonly SpendReport[]): Promise<void> => {
    if (reports.some(({ total_halalas }) => total_halalas < 0))
      throw new RangeError("a day's spend is never below zero");
    // What is sent behind the lock is read under it.
    const [wallet, days, holds] = await together(
      lockWallet(ctx),
      loadSettledDays(ctx, reports),
      listHoldsToSettle(
        ctx,
        reports.map(({ campaign_id }) => campaign_id),
      ),
    );
    const changes = toChanges(reports, days);
    if (changes.length === 0) return;
    const falling = changes.filter(({ change }) => change < 0);
    const rising = changes.filter(({ change }) => change > 0);
    const isOwing = falling.length > 0 || wallet.owed_halalas > 0;
    if (falling.length > 0) await creditBackAll(ctx, falling);
    if (isOwing) await settleReceivables(ctx);
    const { available_halalas } = isOwing ? await loadBalance(ctx) : wallet;
    const debits = planDebits(deps, ctx, rising, toBalances(available_halalas, holds));
    const { transfers, receivables, changed } = debits;
    ctx.tx.defer(
      together(
        transferAll(ctx, transfers, [...toSaveHolds(ctx, changed), toSaveSettledDays(ctx, changes)]),
        insertReceivables(ctx, receivables),
      ),
    );
    const today = toRiyadhDay(ctx.now);
    // The pace is that of the days before today.
    if (isOwing || changes.some(({ day }) => day < today)) await checkLowBalance(ctx);
    else await updateLevel(ctx, { ...wallet, ...debits.funds });
    const [only] = changes;
    const details = changes.length === 1 && only ? { campaign_id: only.campaign_id, day: only.day } : {};
    await ctx.tx.publish({ name: "wallet.spent", merchant_id: ctx.actor.merchantId, ...details });
  };

/** What debits each change and refills the holds that are short then, and the funds after it. */
function planDebits({ log }: Deps, ctx: Context, changes: readonly Change[], balances: Balances) {
  const { merchantId } = ctx.actor;
  const transfers: Transfer[] = [];
  const receivables: Receivable[] = [];
  for (const { campaign_id, day, known, change } of changes) {
    const source = { merchantId, campaignId: campaign_id, day, revision: known.revision };
    const owed = debit(makeTransferWriter(transfers, source), balances, change);
    if (owed === 0) continue;
    receivables.push({ kind: "ad_spend", reference: campaign_id, day, amount_halalas: owed });
    log.error(
      { merchant_id: merchantId, campaign_id, day, owed_halalas: owed, alarm: "spend_not_covered" },
      "spend was not covered",
    );
  }
  const refill = planRefill(ctx, balances.available, [...balances.holds.values()]);
  const drawn = [...balances.drawn.values()];
  const toMap = (holds: readonly Hold[]) => holds.map((one) => [toHoldName(one), one] as const);
  const holds = [...new Map([...balances.holds, ...toMap(refill.holds)]).values()];
  return {
    transfers: [...transfers, ...refill.transfers],
    receivables,
    changed: [...new Map([...toMap(drawn), ...toMap(refill.holds)]).values()],
    funds: {
      available_halalas: halalas(balances.available - sum(refill.transfers.map(({ amount }) => amount))),
      owed_halalas: halalas(sum(receivables.map(({ amount_halalas }) => amount_halalas))),
      // Every hold that was short is among these.
      shortfall_halalas: halalas(sum(holds.map(toShortfall))),
    },
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Credits back what was reported too high: first against what is owed for that day, the rest to the available balance.
 */
async function creditBackAll(ctx: Context, changes: readonly Change[]) {
  const { merchantId } = ctx.actor;
  const adSpend = platformAccount("ad_spend", merchantId);
  const transfers: Transfer[] = [];
  for (const { campaign_id, day, known, change } of changes) {
    const source = { merchantId, campaignId: campaign_id, day, revision: known.revision };
    const { add } = makeTransferWriter(transfers, source);
    const { fromOwed, toAvailable } = splitCorrection(-change, known.owed_halalas);
    add("owed", adSpend, platformAccount("receivable", merchantId), fromOwed, "shortage_settled");
    add("free", adSpend, available(merchantId), toAvailable, "ad_spend_correction");
    if (fromOwed > 0) await reduceReceivables(ctx, { reference: campaign_id, day, amount: fromOwed });
  }
  await transferAll(ctx, transfers);
}

/**
 * Balances to debit while the wallet is locked: the available balance, and by name the holds of the campaigns and those
 * that are short; `drawn` are those that spend was taken from.
 */
type Balances = { available: number; holds: Map<string, Hold>; drawn: Map<string, Hold> };

const toHoldName = ({ purpose, subject }: Pick<Hold, "purpose" | "subject">) => `${purpose} ${subject}`;

const toBalances = (available: number, holds: readonly Hold[]): Balances => ({
  available,
  holds: new Map(holds.map((one) => [toHoldName(one), one])),
  drawn: new Map(),
});

type TransferWriter = ReturnType<typeof makeTransferWriter>;

/** Collects the transfers of one settlement; their keys differ by where the money comes from. */
function makeTransferWriter(
  transfers: Transfer[],
  source: { merchantId: string; campaignId: string; day: RiyadhDay; revision: number },
) {
  const { merchantId, campaignId, day, revision } = source;
  return {
    merchantId,
    campaignId,
    add(
      part: "reserve" | "free" | "owed",
      from: string,
      to: string,
      amount: Halalas,
      kind: Transfer["kind"],
    ) {
      if (amount === 0) return;
      const key = `spend:${campaignId}:${day}:${revision}:${part}`;
      transfers.push({ key, from, to, amount, kind, reference: campaignId, day });
    },
  };
}

/** Debits `amount`, what is held first; returns the part that nothing covered. */
function debit(
  { merchantId, campaignId, add }: TransferWriter,
  balances: Balances,
  amount: Halalas,
): Halalas {
  const adSpend = platformAccount("ad_spend", merchantId);
  const name = toHoldName({ purpose: "campaign", subject: campaignId });
  const hold = balances.holds.get(name);
  const held = hold?.held_halalas ?? 0;
  const { fromHold, fromAvailable, owed } = splitSpend(amount, { held, available: balances.available });

  add("reserve", reserved(merchantId), adSpend, fromHold, "ad_spend");
  add("free", available(merchantId), adSpend, fromAvailable, "ad_spend");
  add("owed", platformAccount("receivable", merchantId), adSpend, owed, "shortage");
  balances.available -= fromAvailable;
  if (hold && fromHold > 0) {
    const left = { ...hold, held_halalas: held - fromHold };
    balances.holds.set(name, left);
    balances.drawn.set(name, left);
  }
  return owed;
}

const notSettled = { total_halalas: 0, owed_halalas: 0, revision: 0 };

/**
 * The difference between each report and what is settled, and what is owed for its day; unchanged reports are left out.
 */
function toChanges(reports: readonly SpendReport[], settled: readonly SettledDay[]): Change[] {
  const settledDays = new Map(settled.map((row) => [`${row.campaign_id} ${row.day}`, row]));
  return reports.flatMap((report) => {
    const known = settledDays.get(`${report.campaign_id} ${report.day}`) ?? notSettled;
    const change = halalas(halalas(report.total_halalas) - known.total_halalas);
    return change === 0 ? [] : [{ ...report, known, change }];
  });
}
