import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { TopUpStopReason } from "../contract/enums.ts";
import { isMoneyStopped, loadBalance, lockWallet } from "./ledger.ts";
import {
  findOpenTopUp,
  findTopUpSettings,
  listMerchantsWithDueTopUps,
  saveTopUp,
  saveTopUpSettings,
  type TopUp,
} from "./top-ups.store.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "payments" | "log">;
const merchantsAtOnce = 200;
/** Refusals of a card that is gone, or whose payment the bank took back. */
const unusableCard = new Set(["base.not_found", "payments.card_charged_back"]);
/** An intent that nobody decided about expires after a day; then its top-up is over too. */
const undecidedMs = 25 * 3_600_000;

/**
 * Charges the planned top-ups whose ten minutes are over, each in a transaction of its own: the payment's intent and its
 * id in the top-up's row are stored together, so a top-up is begun once however often the process dies. What is no longer
 * needed is cancelled. `now` is business time.
 */
export const chargeTopUps =
  (deps: Deps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    if (await isMoneyStopped({ db })) return;
    for (let after = ""; ; ) {
      const merchants = await listMerchantsWithDueTopUps(db, { due: now, after, size: merchantsAtOnce });
      for (const merchantId of merchants) await chargeOne(deps, db, merchantId, now);
      const last = merchants.at(-1);
      if (last === undefined || merchants.length < merchantsAtOnce) return;
      after = last;
    }
  };

async function chargeOne(deps: Deps, db: Db, merchantId: string, now: Date): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const ctx = systemTxContext(tx, merchantId, now);
      await lockWallet(ctx);
      const topUp = await findOpenTopUp(ctx);
      if (!topUp || topUp.charge_at > now) return;
      if (topUp.state === "planned") await begin(deps, ctx, topUp);
      else await endUndecided(deps, ctx, topUp);
    });
  } catch (error) {
    deps.log.error({ err: error, alarm: "top_up_failed", merchant_id: merchantId }, "a top-up failed");
  }
}

async function begin({ payments }: Deps, ctx: Context, topUp: TopUp): Promise<void> {
  const settings = await findTopUpSettings(ctx);
  const { available_halalas } = await loadBalance(ctx);
  if (!settings?.is_active || available_halalas >= settings.threshold_halalas) return cancelTopUp(ctx, topUp);
  const begun = await payments
    .createIntent(ctx, {
      purpose: "top_up",
      subject: ctx.actor.merchantId,
      amount_halalas: topUp.amount_halalas,
      save_card: false,
      card_id: topUp.card_id,
      off_session: true,
      language: "ar",
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal && unusableCard.has(error.code)) return { kind: "card_expired" } as const;
      throw error;
    });
  // Never of a charge without the cardholder; if it were, the next run tries again.
  if (begun.kind === "too_many_open") return;
  if (begun.kind === "card_expired") return stopTopUp(ctx, topUp, "card_unusable", null);
  await saveTopUp(ctx, { ...topUp, state: "charging", intent_id: begun.intent.id });
}

/** No event comes of an intent that expires. */
async function endUndecided({ payments }: Deps, ctx: Context, topUp: TopUp): Promise<void> {
  if (topUp.charge_at.getTime() > ctx.now.getTime() - undecidedMs || topUp.intent_id === null) return;
  const intent = await payments.findIntent(ctx, { purpose: "top_up", intentId: topUp.intent_id });
  if (intent?.status === "expired" || intent?.status === "failed")
    await stopTopUp(ctx, topUp, "card_refused", intent.failure);
}

/** The merchant switched it off, or the balance is at the threshold again: nothing is charged. */
export async function cancelTopUp(ctx: Context, topUp: TopUp): Promise<void> {
  await saveTopUp(ctx, { ...topUp, state: "cancelled", ended_at: ctx.now });
  const settings = await findTopUpSettings(ctx);
  if (settings) await saveTopUpSettings(ctx, { ...settings, is_armed: true });
  await ctx.tx.publish({ name: "wallet.top_up_changed", merchant_id: ctx.actor.merchantId });
}

/** A card that was refused is not charged again: the automatic top-up is switched off, and says why. */
export async function stopTopUp(
  ctx: Context,
  topUp: TopUp,
  reason: TopUpStopReason,
  failure: string | null,
): Promise<void> {
  await saveTopUp(ctx, { ...topUp, state: "refused", failure, ended_at: ctx.now });
  const settings = await findTopUpSettings(ctx);
  if (settings) await saveTopUpSettings(ctx, { ...settings, is_active: false, stopped_reason: reason });
  await ctx.tx.publish({ name: "wallet.top_up_stopped", merchant_id: ctx.actor.merchantId, reason });
}
