import type { ReadContext } from "#base/server/context.ts";
import type { TopUpStopReason } from "../contract/enums.ts";
import { type AppliedChargeback, listAppliedChargebacks } from "./chargebacks.store.ts";
import { findOpenTopUp, findTopUpSettings, type TopUp } from "./top-ups.store.ts";

/** What moved, or is about to move, the merchant's money without them. */
export type WalletNotices = {
  /** An automatic top-up that was announced and whose card is not charged yet. */
  planned_top_up: Pick<TopUp, "id" | "amount_halalas" | "charge_at"> | null;
  /** Why the automatic top-up is off; null unless its card stopped it. */
  top_up_stopped: TopUpStopReason | null;
  /** Debited in the last days and not won since, newest first. */
  chargebacks: AppliedChargeback[];
};

const recentMs = 7 * 86_400_000;

export async function loadWalletNotices(ctx: ReadContext): Promise<WalletNotices> {
  const topUp = await findOpenTopUp(ctx);
  const settings = await findTopUpSettings(ctx);
  const since = new Date(ctx.now.getTime() - recentMs);
  return {
    planned_top_up: topUp?.state === "planned" ? topUp : null,
    top_up_stopped: settings?.stopped_reason ?? null,
    chargebacks: await listAppliedChargebacks(ctx, { since }),
  };
}
