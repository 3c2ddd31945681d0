import type { Context, ReadContext } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { decideTopUp, topUpNoticeMinutes } from "../domain/top-up.ts";
import { loadBalance } from "./ledger.ts";
import {
  findOpenTopUp,
  findTopUpSettings,
  saveTopUp,
  saveTopUpSettings,
  sumToppedUpSince,
} from "./top-ups.store.ts";

const minuteMs = 60_000;

/**
 * Plans an automatic top-up when the available balance fell under the merchant's threshold, and announces it: the card
 * is charged ten minutes later. The caller holds the wallet's lock.
 */
export async function planTopUp(ctx: Context): Promise<void> {
  const settings = await findTopUpSettings(ctx);
  if (!settings?.is_active || settings.card_id === null) return;
  const { available_halalas } = await loadBalance(ctx);
  const decision = decideTopUp({
    available: available_halalas,
    threshold: settings.threshold_halalas,
    amount: settings.amount_halalas,
    monthlyCeiling: settings.monthly_ceiling_halalas,
    chargedThisMonth: await loadToppedUpThisMonth(ctx),
    isArmed: settings.is_armed,
    isUnderWay: (await findOpenTopUp(ctx)) !== undefined,
  });
  if (decision === "nothing") return;
  await saveTopUpSettings(ctx, { ...settings, is_armed: decision === "arm" });
  if (decision === "arm") return;
  const charge_at = new Date(ctx.now.getTime() + topUpNoticeMinutes * minuteMs);
  const { amount_halalas, card_id } = settings;
  const planned = { id: newId("top"), state: "planned", planned_at: ctx.now, charge_at } as const;
  await saveTopUp(ctx, {
    ...planned,
    amount_halalas,
    card_id,
    intent_id: null,
    failure: null,
    ended_at: null,
  });
  await ctx.tx.publish({
    name: "wallet.top_up_planned",
    merchant_id: ctx.actor.merchantId,
    amount_halalas,
    charge_at: charge_at.toISOString(),
  });
}

/** In the present Riyadh month, what is about to be charged included. */
export function loadToppedUpThisMonth(ctx: ReadContext): Promise<number> {
  const firstDay = `${toRiyadhDay(ctx.now).slice(0, 7)}-01` as RiyadhDay;
  return sumToppedUpSince(ctx, startOfRiyadhDay(firstDay));
}
