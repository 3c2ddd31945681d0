import type { Clock } from "#base/server/clock.ts";
import { sql, type Tx } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { type Halalas, halalas, noMoney } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, house, reserved } from "../domain/accounts.ts";
import { watchFreeMoney } from "./free-money.ts";
import { balanceOf, lockWallet, transfer } from "./ledger.ts";
import { refillReserves, reserveOf } from "./reserves.ts";

export type SpendReport = { campaign_id: string; day: RiyadhDay; total_halalas: number };
type Deps = { worldClock: Clock; log: Log };
type Captured = { total_halalas: number; owed_halalas: number; times: number };

/**
 * Takes what the platform reports as spent by a campaign on a Riyadh day. Told again, only the difference moves: more
 * comes out of the campaign's reserve, then out of free money; less comes back as free money. Free money then fills
 * the reserve again. What neither covers is owed to the house and alarmed; the wallet itself never goes below zero.
 */
export async function captureSpend(
  { worldClock, log }: Deps,
  tx: Tx,
  merchantId: string,
  { campaign_id, day, total_halalas }: SpendReport,
): Promise<void> {
  const total = halalas(total_halalas);
  if (total < 0) throw new RangeError("a day's spend is never below zero");
  await lockWallet(tx, merchantId);
  const known = await capturedOf(tx, merchantId, campaign_id, day);
  const change = halalas(total - known.total_halalas);
  if (change === 0) return;

  const move = mover(tx, worldClock, { merchantId, campaignId: campaign_id, day, times: known.times });
  const owed = change > 0 ? await take(tx, move, change) : await giveBack(move, change, known.owed_halalas);
  if (owed > 0) {
    log.error(
      { merchant_id: merchantId, campaign_id, day, owed_halalas: owed, alarm: "spend_not_covered" },
      "spend was not covered",
    );
  }

  await tx.run(sql`
    insert into wallet.captured_days (merchant_id, campaign_id, day, total_halalas, owed_halalas, times)
    values (${merchantId}, ${campaign_id}, ${day}, ${total}, ${Math.max(0, owed)}, 1)
    on conflict (merchant_id, campaign_id, day) do update
    set total_halalas = excluded.total_halalas, owed_halalas = captured_days.owed_halalas + ${owed},
        times = captured_days.times + 1`);
  await refillReserves(worldClock, tx, merchantId);
  await watchFreeMoney(worldClock, tx, merchantId);
  await tx.announce({ name: "wallet.spent", merchant_id: merchantId, campaign_id, day });
}

type Move = ReturnType<typeof mover>;

/** Transfers of one capture: their keys differ by where the money comes from. */
function mover(
  tx: Tx,
  worldClock: Clock,
  about: { merchantId: string; campaignId: string; day: RiyadhDay; times: number },
) {
  const { merchantId, campaignId, day, times } = about;
  return {
    merchantId,
    campaignId,
    async go(
      part: "reserve" | "free" | "owed",
      from: string,
      to: string,
      amount: Halalas,
      kind: Parameters<typeof transfer>[1]["kind"],
    ) {
      if (amount === 0) return;
      const key = `spend:${campaignId}:${day}:${times}:${part}`;
      const at = worldClock.now();
      await transfer(tx, { merchantId, key, from, to, amount, kind, reference: campaignId, day, at });
    },
  };
}

/** Takes `amount`, reserve first; answers what nobody's money covered. */
async function take(tx: Tx, { merchantId, campaignId, go }: Move, amount: Halalas): Promise<Halalas> {
  const adSpend = house("ad_spend", merchantId);
  const { held_halalas } = await reserveOf(tx, merchantId, campaignId);
  const fromReserve = halalas(Math.min(amount, held_halalas));
  const { free_halalas } = await balanceOf(tx, merchantId);
  const fromFree = halalas(Math.min(amount - fromReserve, free_halalas));
  const owed = halalas(amount - fromReserve - fromFree);

  await go("reserve", reserved(merchantId), adSpend, fromReserve, "ad_spend");
  await tx.run(sql`
    update wallet.reserves set held_halalas = held_halalas - ${fromReserve}
    where merchant_id = ${merchantId} and campaign_id = ${campaignId}`);
  await go("free", available(merchantId), adSpend, fromFree, "ad_spend");
  await go("owed", house("receivable", merchantId), adSpend, owed, "shortage");
  return owed;
}

/** Gives back what was reported too much: first what is owed, the rest as free money. Answers the change of what is owed. */
async function giveBack({ merchantId, go }: Move, change: Halalas, owedBefore: number): Promise<Halalas> {
  const adSpend = house("ad_spend", merchantId);
  const back = halalas(-change);
  const settled = halalas(Math.min(back, owedBefore));
  await go("owed", adSpend, house("receivable", merchantId), settled, "shortage_settled");
  await go("free", adSpend, available(merchantId), halalas(back - settled), "ad_spend_correction");
  return settled === 0 ? noMoney : halalas(-settled);
}

async function capturedOf(tx: Tx, merchantId: string, campaignId: string, day: RiyadhDay): Promise<Captured> {
  const known = await tx.maybeOne<Captured>(sql`
    select total_halalas, owed_halalas, times from wallet.captured_days
    where merchant_id = ${merchantId} and campaign_id = ${campaignId} and day = ${day}`);
  return known ?? { total_halalas: 0, owed_halalas: 0, times: 0 };
}
