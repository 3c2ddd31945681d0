import type { Clock } from "#base/server/clock.ts";
import { sql, type Tx } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, house, reserved } from "../domain/accounts.ts";
import { watchFreeMoney } from "./free-money.ts";
import { balanceOf, lockWallet, type Transfer, transferAll } from "./ledger.ts";
import { insertReceivables, type Receivable, reduceReceivables, settleReceivables } from "./receivables.ts";
import { refillReserves } from "./reserves.ts";

export type SpendReport = { campaign_id: string; day: RiyadhDay; total_halalas: number };
type Deps = { worldClock: Clock; log: Log };
type Captured = { total_halalas: number; owed_halalas: number; times: number };
type Change = SpendReport & { known: Captured; change: Halalas };

/** Takes what the platform reports as spent by a campaign on a Riyadh day; told again, only the difference moves. */
export function captureSpend(deps: Deps, tx: Tx, merchantId: string, report: SpendReport): Promise<void> {
  return captureSpends(deps, tx, merchantId, [report]);
}

/**
 * The same of many days, each named once. Less than was told before comes back as free money and settles what is owed;
 * then more comes out of the campaign's reserve and free money, which fills the reserves again. What neither covers is
 * owed to the house and alarmed; the wallet itself never goes below zero.
 */
export async function captureSpends(
  deps: Deps,
  tx: Tx,
  merchantId: string,
  reports: readonly SpendReport[],
): Promise<void> {
  if (reports.some(({ total_halalas }) => total_halalas < 0))
    throw new RangeError("a day's spend is never below zero");
  await lockWallet(tx, merchantId);
  const changes = await changesOf(tx, merchantId, reports);
  if (changes.length === 0) return;
  const { worldClock } = deps;
  const falling = changes.filter(({ change }) => change < 0);
  const rising = changes.filter(({ change }) => change > 0);
  if (falling.length > 0) await giveBackAll(worldClock, tx, merchantId, falling);
  await settleReceivables(worldClock, tx, merchantId);
  if (rising.length > 0) await takeAll(deps, tx, merchantId, rising);
  await keepCaptured(tx, merchantId, changes);
  await refillReserves(worldClock, tx, merchantId);
  await watchFreeMoney(worldClock, tx, merchantId);
  const [only] = changes;
  const about = changes.length === 1 && only ? { campaign_id: only.campaign_id, day: only.day } : {};
  await tx.publish({ name: "wallet.spent", merchant_id: merchantId, ...about });
}

async function takeAll({ worldClock, log }: Deps, tx: Tx, merchantId: string, changes: readonly Change[]) {
  const purse = await openPurse(tx, merchantId, changes);
  const transfers: Transfer[] = [];
  const receivables: Receivable[] = [];
  for (const { campaign_id, day, known, change } of changes) {
    const about = { merchantId, campaignId: campaign_id, day, times: known.times, at: worldClock.now() };
    const owed = take(mover(transfers, about), purse, change);
    if (owed === 0) continue;
    receivables.push({ kind: "ad_spend", reference: campaign_id, day, amount_halalas: owed });
    log.error(
      { merchant_id: merchantId, campaign_id, day, owed_halalas: owed, alarm: "spend_not_covered" },
      "spend was not covered",
    );
  }
  await transferAll(tx, transfers);
  await insertReceivables(tx, merchantId, receivables);
  await keepReserves(tx, merchantId, purse);
}

/** Gives back what was reported too much: first what is owed for that very day, the rest as free money. */
async function giveBackAll(worldClock: Clock, tx: Tx, merchantId: string, changes: readonly Change[]) {
  const adSpend = house("ad_spend", merchantId);
  const transfers: Transfer[] = [];
  for (const { campaign_id, day, known, change } of changes) {
    const { go } = mover(transfers, {
      merchantId,
      campaignId: campaign_id,
      day,
      times: known.times,
      at: worldClock.now(),
    });
    const settled = halalas(Math.min(-change, known.owed_halalas));
    go("owed", adSpend, house("receivable", merchantId), settled, "shortage_settled");
    go("free", adSpend, available(merchantId), halalas(-change - settled), "ad_spend_correction");
    if (settled > 0)
      await reduceReceivables(tx, merchantId, { reference: campaign_id, day, amount: settled });
  }
  await transferAll(tx, transfers);
}

/** What may be taken while the wallet is locked: free money, and what each campaign holds in reserve. */
type Purse = { free: number; held: Map<string, number>; drawn: Set<string> };

async function openPurse(tx: Tx, merchantId: string, reports: readonly SpendReport[]): Promise<Purse> {
  const { free_halalas } = await balanceOf(tx, merchantId);
  const reserves = await tx.many<{ campaign_id: string; held_halalas: number }>(sql`
    select campaign_id, held_halalas from wallet.reserves
    where merchant_id = ${merchantId} and campaign_id = any(${reports.map(({ campaign_id }) => campaign_id)}::text[])`);
  const held = new Map(reserves.map(({ campaign_id, held_halalas }) => [campaign_id, held_halalas]));
  return { free: free_halalas, held, drawn: new Set() };
}

type Move = ReturnType<typeof mover>;

/** Writes down the transfers of one capture: their keys differ by where the money comes from. */
function mover(
  transfers: Transfer[],
  about: { merchantId: string; campaignId: string; day: RiyadhDay; times: number; at: Date },
) {
  const { merchantId, campaignId, day, times, at } = about;
  return {
    merchantId,
    campaignId,
    go(part: "reserve" | "free" | "owed", from: string, to: string, amount: Halalas, kind: Transfer["kind"]) {
      if (amount === 0) return;
      const key = `spend:${campaignId}:${day}:${times}:${part}`;
      transfers.push({ merchantId, key, from, to, amount, kind, reference: campaignId, day, at });
    },
  };
}

/** Takes `amount`, reserve first; answers what nobody's money covered. */
function take({ merchantId, campaignId, go }: Move, purse: Purse, amount: Halalas): Halalas {
  const adSpend = house("ad_spend", merchantId);
  const held = purse.held.get(campaignId) ?? 0;
  const fromReserve = halalas(Math.min(amount, held));
  const fromFree = halalas(Math.min(amount - fromReserve, purse.free));
  const owed = halalas(amount - fromReserve - fromFree);

  go("reserve", reserved(merchantId), adSpend, fromReserve, "ad_spend");
  go("free", available(merchantId), adSpend, fromFree, "ad_spend");
  go("owed", house("receivable", merchantId), adSpend, owed, "shortage");
  purse.free -= fromFree;
  if (fromReserve > 0) {
    purse.held.set(campaignId, held - fromReserve);
    purse.drawn.add(campaignId);
  }
  return owed;
}

const notCaptured: Captured = { total_halalas: 0, owed_halalas: 0, times: 0 };

/** How far each report differs from what was taken so far, and what is owed for its day; equal ones are left out. */
async function changesOf(tx: Tx, merchantId: string, reports: readonly SpendReport[]): Promise<Change[]> {
  const rows = await tx.many<Captured & { campaign_id: string; day: RiyadhDay }>(sql`
    select campaign_id, day, total_halalas, times, coalesce((
      select sum(owed_halalas) from wallet.receivables
      where merchant_id = ${merchantId} and kind = 'ad_spend' and reference = campaign_id
        and receivables.day = captured_days.day and owed_halalas > 0), 0)::bigint as owed_halalas
    from unnest(${reports.map(({ campaign_id }) => campaign_id)}::text[], ${reports.map(({ day }) => day)}::date[])
      as told (campaign_id, day)
    join wallet.captured_days using (campaign_id, day) where merchant_id = ${merchantId}`);
  const captured = new Map(rows.map((row) => [`${row.campaign_id} ${row.day}`, row]));
  return reports.flatMap((report) => {
    const known = captured.get(`${report.campaign_id} ${report.day}`) ?? notCaptured;
    const change = halalas(halalas(report.total_halalas) - known.total_halalas);
    return change === 0 ? [] : [{ ...report, known, change }];
  });
}

async function keepCaptured(tx: Tx, merchantId: string, changes: readonly Change[]) {
  await tx.run(sql`
    insert into wallet.captured_days (merchant_id, campaign_id, day, total_halalas, times)
    select ${merchantId}, campaign_id, day, total, 1
    from unnest(${changes.map(({ campaign_id }) => campaign_id)}::text[], ${changes.map(({ day }) => day)}::date[],
      ${changes.map(({ total_halalas }) => total_halalas)}::bigint[]) as told (campaign_id, day, total)
    on conflict (merchant_id, campaign_id, day) do update
    set total_halalas = excluded.total_halalas, times = captured_days.times + 1`);
}

async function keepReserves(tx: Tx, merchantId: string, { held, drawn }: Purse): Promise<void> {
  if (drawn.size === 0) return;
  const campaigns = [...drawn];
  await tx.run(sql`
    update wallet.reserves set held_halalas = told.held
    from unnest(${campaigns}::text[], ${campaigns.map((id) => held.get(id) ?? 0)}::bigint[]) as told (campaign_id, held)
    where merchant_id = ${merchantId} and reserves.campaign_id = told.campaign_id`);
}
