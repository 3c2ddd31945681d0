import type { Context } from "#base/server/context.ts";
import type { Log } from "#base/server/log.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, platformAccount, reserved } from "../domain/accounts.ts";
import { splitCorrection, splitSpend } from "../domain/split.ts";
import { checkLowBalance } from "./available-balance.ts";
import { loadCampaignHolds, saveCampaignHolds } from "./holds.store.ts";
import { refillHolds } from "./holds.ts";
import { loadBalance, lockWallet, type Transfer, transferAll } from "./ledger.ts";
import { insertReceivables, type Receivable, reduceReceivables } from "./receivables.store.ts";
import { settleReceivables } from "./settle-receivables.ts";
import {
  loadSettledDays,
  type SettledDay,
  type SpendReport,
  upsertSettledDays,
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
    await lockWallet(ctx);
    const changes = await loadChanges(ctx, reports);
    if (changes.length === 0) return;
    const falling = changes.filter(({ change }) => change < 0);
    const rising = changes.filter(({ change }) => change > 0);
    if (falling.length > 0) await creditBackAll(ctx, falling);
    await settleReceivables(ctx);
    if (rising.length > 0) await debitAll(deps, ctx, rising);
    await upsertSettledDays(ctx, changes);
    await refillHolds(ctx);
    await checkLowBalance(ctx);
    const [only] = changes;
    const details = changes.length === 1 && only ? { campaign_id: only.campaign_id, day: only.day } : {};
    await ctx.tx.publish({ name: "wallet.spent", merchant_id: ctx.actor.merchantId, ...details });
  };

async function debitAll({ log }: Deps, ctx: Context, changes: readonly Change[]) {
  const { merchantId } = ctx.actor;
  const balances = await loadBalances(ctx, changes);
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
  await transferAll(ctx, transfers);
  await insertReceivables(ctx, receivables);
  const { held, drawn } = balances;
  await saveCampaignHolds(ctx, new Map([...drawn].map((id) => [id, held.get(id) ?? 0])));
}

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

/** Balances to debit while the wallet is locked: the available balance, and what is held for each campaign. */
type Balances = { available: number; held: Map<string, number>; drawn: Set<string> };

async function loadBalances(ctx: Context, reports: readonly SpendReport[]): Promise<Balances> {
  const { available_halalas } = await loadBalance(ctx);
  const held = await loadCampaignHolds(
    ctx,
    reports.map(({ campaign_id }) => campaign_id),
  );
  return { available: available_halalas, held, drawn: new Set() };
}

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
  const held = balances.held.get(campaignId) ?? 0;
  const { fromHold, fromAvailable, owed } = splitSpend(amount, { held, available: balances.available });

  add("reserve", reserved(merchantId), adSpend, fromHold, "ad_spend");
  add("free", available(merchantId), adSpend, fromAvailable, "ad_spend");
  add("owed", platformAccount("receivable", merchantId), adSpend, owed, "shortage");
  balances.available -= fromAvailable;
  if (fromHold > 0) {
    balances.held.set(campaignId, held - fromHold);
    balances.drawn.add(campaignId);
  }
  return owed;
}

const notSettled = { total_halalas: 0, owed_halalas: 0, revision: 0 };

/**
 * The difference between each report and what is settled, and what is owed for its day; unchanged reports are left out.
 */
async function loadChanges(ctx: Context, reports: readonly SpendReport[]): Promise<Change[]> {
  const rows = await loadSettledDays(ctx, reports);
  const settledDays = new Map(rows.map((row) => [`${row.campaign_id} ${row.day}`, row]));
  return reports.flatMap((report) => {
    const known = settledDays.get(`${report.campaign_id} ${report.day}`) ?? notSettled;
    const change = halalas(halalas(report.total_halalas) - known.total_halalas);
    return change === 0 ? [] : [{ ...report, known, change }];
  });
}
