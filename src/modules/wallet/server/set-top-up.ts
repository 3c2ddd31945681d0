import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { reachesThreshold } from "../domain/top-up.ts";
import { cancelTopUp } from "./charge-top-ups.ts";
import { lockWallet } from "./ledger.ts";
import { planTopUp } from "./plan-top-up.ts";
import { findOpenTopUp, findTopUpSettings, saveTopUpSettings } from "./top-ups.store.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "payments" | "settings">;
export type TopUpInput = {
  is_active: boolean;
  card_id: string | null;
  threshold_halalas: number;
  amount_halalas: number;
  monthly_ceiling_halalas: number;
};

/**
 * Changes the automatic top-up. Refuses amounts out of a deposit's bounds, a ceiling under one top-up, and, to switch it
 * on, an amount under the threshold and a card that cannot be charged. Switching it off cancels a charge that was only announced; switching it on under
 * the threshold plans the first.
 */
export const setTopUp =
  (deps: Deps) =>
  (ctx: ReadContext, input: TopUpInput): Promise<void> =>
    transact(ctx, async (ctx) => {
      requireAmounts(deps, input);
      await requireCard(deps, ctx, input);
      await lockWallet(ctx);
      const before = await findTopUpSettings(ctx);
      await saveTopUpSettings(ctx, { ...input, stopped_reason: null, is_armed: true });
      const open = await findOpenTopUp(ctx);
      if (open?.state === "planned" && (!input.is_active || open.card_id !== input.card_id))
        await cancelTopUp(ctx, open);
      await recordAudit(ctx, {
        module: "wallet",
        action: "wallet.top_up_changed",
        subject: ctx.actor.merchantId,
        before: before ?? null,
        after: input,
      });
      await ctx.tx.publish({ name: "wallet.top_up_changed", merchant_id: ctx.actor.merchantId });
      await planTopUp(ctx);
    });

/** The account is to be erased: nothing is topped up any more. A charge that was only announced is cancelled. */
export async function stopTopUps(ctx: Context): Promise<void> {
  const settings = await findTopUpSettings(ctx);
  if (!settings?.is_active) return;
  await lockWallet(ctx);
  await saveTopUpSettings(ctx, { ...settings, is_active: false });
  const open = await findOpenTopUp(ctx);
  if (open?.state === "planned") await cancelTopUp(ctx, open);
  await ctx.tx.publish({ name: "wallet.top_up_changed", merchant_id: ctx.actor.merchantId });
}

function requireAmounts({ settings }: Deps, input: TopUpInput) {
  const { is_active, amount_halalas, threshold_halalas, monthly_ceiling_halalas } = input;
  const { depositMinHalalas: min, depositMaxHalalas: max } = settings;
  if (amount_halalas < min || amount_halalas > max) {
    const bounds = { min: formatRiyals(halalas(min)), max: formatRiyals(halalas(max)) };
    walletRefusals.refuse("wallet.amount_out_of_range", bounds, "amount_halalas");
  }
  if (is_active && !reachesThreshold(amount_halalas, threshold_halalas))
    walletRefusals.refuse("wallet.top_up_below_threshold", {}, "amount_halalas");
  if (monthly_ceiling_halalas < amount_halalas)
    walletRefusals.refuse("wallet.top_up_amounts", {}, "monthly_ceiling_halalas");
}

/** Whoever switches it on consents to charges of this card without them. */
async function requireCard({ payments }: Deps, ctx: Context, { is_active, card_id }: TopUpInput) {
  if (!is_active) return;
  const card = card_id === null ? undefined : await payments.findCard(ctx, card_id);
  if (!card || card.expiry === "past" || card.is_charged_back)
    walletRefusals.refuse("wallet.top_up_card", {}, "card_id");
}
