import type { Context } from "#base/server/context.ts";
import { stopTopUp } from "./charge-top-ups.ts";
import { lockWallet } from "./ledger.ts";
import { findTopUpOfIntent, findTopUpSettings, saveTopUp, saveTopUpSettings } from "./top-ups.store.ts";

/** The top-up's money is in the wallet. The same payment again changes nothing. */
export async function completeTopUp(ctx: Context, { intentId }: { intentId: string }): Promise<void> {
  await lockWallet(ctx);
  const topUp = await findTopUpOfIntent(ctx, intentId);
  if (!topUp || topUp.state === "charged") return;
  await saveTopUp(ctx, { ...topUp, state: "charged", failure: null, ended_at: ctx.now });
  const { amount_halalas } = topUp;
  await ctx.tx.publish({ name: "wallet.top_up_charged", merchant_id: ctx.actor.merchantId, amount_halalas });
}

/** The bank refused the charge. A payment that came in nevertheless stays charged. */
export async function failTopUp(
  ctx: Context,
  { intentId, failure }: { intentId: string; failure: string | null },
): Promise<void> {
  await lockWallet(ctx);
  const topUp = await findTopUpOfIntent(ctx, intentId);
  if (topUp?.state === "charging") await stopTopUp(ctx, topUp, "card_refused", failure);
}

/** Another card takes the place of the one that the automatic top-up charges. */
export async function replaceTopUpCard(
  ctx: Context,
  { cardId, replacedBy }: { cardId: string; replacedBy: string },
): Promise<void> {
  await lockWallet(ctx);
  const settings = await findTopUpSettings(ctx);
  if (settings?.card_id === cardId) await saveTopUpSettings(ctx, { ...settings, card_id: replacedBy });
}
