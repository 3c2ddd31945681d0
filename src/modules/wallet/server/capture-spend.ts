import type { Clock } from "#base/server/clock.ts";
import { sql, type Tx } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { type Halalas, halalas, noMoney } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, house, reserved } from "../domain/accounts.ts";
import { watchFreeMoney } from "./free-money.ts";
import { balanceOf, lockWallet, type Transfer, transferAll } from "./ledger.ts";
import { refillReserves } from "./reserves.ts";

export type SpendReport = { campaign_id: string; day: RiyadhDay; total_halalas: number };
type Deps = { worldClock: Clock; log: Log };
type Captured = { total_halalas: number; owed_halalas: number; times: number };

/** Takes what the platform reports as spent by a campaign on a Riyadh day; told again, only the difference moves. */
export function captureSpend(deps: Deps, tx: Tx, merchantId: string, report: SpendReport): Promise<void> {
  return captureSpends(deps, tx, merchantId, [report]);
}

/**
 * The same of many days, each named once. More than was told before comes out of the campaign's reserve, then out of free
 * money; less comes back as free money. Free money then fills the reserves again. What neither covers is owed to the house
 * and alarmed; the wallet itself never goes below zero.
 */
export async function captureSpends(
  { worldClock, log }: Deps,
  tx: Tx,
  merchantId: string,
  reports: readonly SpendReport[],
): Promise<void> {
  if (reports.some(({ total_halalas }) => total_halalas < 0))
    throw new RangeError("a day's spend is never below zero");
  await lockWallet(tx, merchantId);
  const captured = await capturedOf(tx, merchantId, reports);
  const purse = await openPurse(tx, merchantId, reports);
  const at = worldClock.now();
  const transfers: Transfer[] = [];
  const moved: (SpendReport & { owed: number })[] = [];
  for (const report of reports) {
    const { campaign_id, day } = report;
    const known = captured.get(`${campaign_id} ${day}`) ?? notCaptured;
    const change = halalas(halalas(report.total_halalas) - known.total_halalas);
    if (change === 0) continue;
    const move = mover(transfers, { merchantId, campaignId: campaign_id, day, times: known.times, at });
    const owed = change > 0 ? take(move, purse, change) : giveBack(move, purse, change, known.owed_halalas);
    moved.push({ ...report, owed });
    if (owed > 0) {
      log.error(
        { merchant_id: merchantId, campaign_id, day, owed_halalas: owed, alarm: "spend_not_covered" },
        "spend was not covered",
      );
    }
  }
  if (moved.length === 0) return;

  await transferAll(tx, transfers);
  await keepCaptured(tx, merchantId, moved);
  await keepReserves(tx, merchantId, purse);
  await refillReserves(worldClock, tx, merchantId);
  await watchFreeMoney(worldClock, tx, merchantId);
  const [only] = moved;
  const about = moved.length === 1 && only ? { campaign_id: only.campaign_id, day: only.day } : {};
  await tx.announce({ name: "wallet.spent", merchant_id: merchantId, ...about });
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

/** Gives back what was reported too much: first what is owed, the rest as free money. Answers the change of what is owed. */
function giveBack({ merchantId, go }: Move, purse: Purse, change: Halalas, owedBefore: number): Halalas {
  const adSpend = house("ad_spend", merchantId);
  const back = halalas(-change);
  const settled = halalas(Math.min(back, owedBefore));
  go("owed", adSpend, house("receivable", merchantId), settled, "shortage_settled");
  go("free", adSpend, available(merchantId), halalas(back - settled), "ad_spend_correction");
  purse.free += back - settled;
  return settled === 0 ? noMoney : halalas(-settled);
}

const notCaptured: Captured = { total_halalas: 0, owed_halalas: 0, times: 0 };

/** What was taken so far, by campaign and day. */
async function capturedOf(
  tx: Tx,
  merchantId: string,
  reports: readonly SpendReport[],
): Promise<Map<string, Captured>> {
  const rows = await tx.many<Captured & { campaign_id: string; day: RiyadhDay }>(sql`
    select campaign_id, day, total_halalas, owed_halalas, times
    from unnest(${reports.map(({ campaign_id }) => campaign_id)}::text[], ${reports.map(({ day }) => day)}::date[])
      as told (campaign_id, day)
    join wallet.captured_days using (campaign_id, day) where merchant_id = ${merchantId}`);
  return new Map(rows.map(({ campaign_id, day, ...captured }) => [`${campaign_id} ${day}`, captured]));
}

async function keepCaptured(tx: Tx, merchantId: string, moved: readonly (SpendReport & { owed: number })[]) {
  await tx.run(sql`
    insert into wallet.captured_days (merchant_id, campaign_id, day, total_halalas, owed_halalas, times)
    select ${merchantId}, campaign_id, day, total, greatest(0, owed), 1
    from unnest(${moved.map(({ campaign_id }) => campaign_id)}::text[], ${moved.map(({ day }) => day)}::date[],
      ${moved.map(({ total_halalas }) => total_halalas)}::bigint[], ${moved.map(({ owed }) => owed)}::bigint[])
      as told (campaign_id, day, total, owed)
    on conflict (merchant_id, campaign_id, day) do update
    set total_halalas = excluded.total_halalas, times = captured_days.times + 1,
        owed_halalas = captured_days.owed_halalas + (
          select owed from unnest(${moved.map(({ campaign_id }) => campaign_id)}::text[],
            ${moved.map(({ day }) => day)}::date[], ${moved.map(({ owed }) => owed)}::bigint[]) as told (campaign_id, day, owed)
          where told.campaign_id = captured_days.campaign_id and told.day = captured_days.day)`);
}

async function keepReserves(tx: Tx, merchantId: string, { held, drawn }: Purse): Promise<void> {
  if (drawn.size === 0) return;
  const campaigns = [...drawn];
  await tx.run(sql`
    update wallet.reserves set held_halalas = told.held
    from unnest(${campaigns}::text[], ${campaigns.map((id) => held.get(id) ?? 0)}::bigint[]) as told (campaign_id, held)
    where merchant_id = ${merchantId} and reserves.campaign_id = told.campaign_id`);
}
