import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import type { reportsCalls } from "../contract/reports.calls.ts";

export type AttentionItem = z.output<
  (typeof reportsCalls)["GET Clients/Reports/attention"]["answer"]
>["items"][number];

/** What each module below reports as needing the merchant. */
export type AttentionDeps = {
  walletOutlook(ctx: ReadContext): Promise<{ is_empty: boolean; ends_on: RiyadhDay | null }>;
  walletNotices: WalletFacade["loadNotices"];
  expiringCards: PaymentsFacade["listExpiringCards"];
  lostStores(ctx: ReadContext): Promise<{ id: string; name: string }[]>;
  lostAdAccounts(ctx: ReadContext): Promise<{ id: string; platform: string }[]>;
  /** Access that expires soon and that only the merchant can renew. */
  expiringAccess(ctx: ReadContext): Promise<{ id: string; platform: string; ends_at: Date }[]>;
  figures: Pick<FiguresFacade, "listSilentAccounts">;
  failedCampaigns(ctx: ReadContext): Promise<{
    failed: { id: string; name: string }[];
    /** Those whose season budget could not be set. */
    season_failed: { id: string; name: string }[];
  }>;
};

const blank = {
  subject: null,
  subject_id: null,
  ends_on: null,
  since: null,
  amount_halalas: null,
  charge_at: null,
};

/**
 * Most urgent first: money that stops ads or moved without the merchant, lost store connections, platforms that do not respond, campaigns whose sync
 * failed.
 */
export const loadAttention =
  (deps: AttentionDeps) =>
  async (ctx: ReadContext): Promise<{ items: AttentionItem[] }> => {
    const wallet = await deps.walletOutlook(ctx);
    const [stores, adAccounts, ending, silent, campaigns] = [
      await deps.lostStores(ctx),
      await deps.lostAdAccounts(ctx),
      await deps.expiringAccess(ctx),
      await deps.figures.listSilentAccounts(ctx),
      await deps.failedCampaigns(ctx),
    ];
    const items: AttentionItem[] = [];
    if (wallet.is_empty) items.push({ ...blank, kind: "wallet_empty" });
    else if (wallet.ends_on) items.push({ ...blank, kind: "wallet_low", ends_on: wallet.ends_on });
    items.push(...toMoneyItems(await deps.walletNotices(ctx)));
    for (const { id, name } of stores) {
      items.push({ ...blank, kind: "store_connection_lost", subject: name, subject_id: id });
    }
    for (const { id, platform } of adAccounts) {
      items.push({ ...blank, kind: "ad_account_connection_lost", subject: platform, subject_id: id });
    }
    for (const { id, platform, ends_at } of ending) {
      const ends_on = toRiyadhDay(ends_at);
      items.push({
        ...blank,
        kind: "ad_account_permission_ends",
        subject: platform,
        subject_id: id,
        ends_on,
      });
    }
    for (const { id, last_four, expires_on } of await deps.expiringCards(ctx)) {
      const card = { subject: last_four, subject_id: id, ends_on: expires_on };
      items.push({ ...blank, kind: "card_expiring", ...card });
    }
    for (const { id, platform, since } of silent) {
      const about = { subject: platform, subject_id: id, since: since.toISOString() };
      items.push({ ...blank, kind: "ad_account_silent", ...about });
    }
    for (const { id, name } of campaigns.failed) {
      items.push({ ...blank, kind: "campaign_sync_failed", subject: name, subject_id: id });
    }
    for (const { id, name } of campaigns.season_failed) {
      items.push({ ...blank, kind: "season_budget_failed", subject: name, subject_id: id });
    }
    return { items };
  };

type WalletNotices = Awaited<ReturnType<AttentionDeps["walletNotices"]>>;

function toMoneyItems({ planned_top_up, top_up_stopped, chargebacks }: WalletNotices): AttentionItem[] {
  const items: AttentionItem[] = [];
  if (top_up_stopped) items.push({ ...blank, kind: `top_up_${top_up_stopped}` });
  for (const { id, amount_halalas, applied_at } of chargebacks) {
    const since = applied_at.toISOString();
    items.push({ ...blank, kind: "charged_back", subject_id: id, amount_halalas, since });
  }
  if (planned_top_up) {
    const { id, amount_halalas } = planned_top_up;
    const charge_at = planned_top_up.charge_at.toISOString();
    items.push({ ...blank, kind: "top_up_planned", subject_id: id, amount_halalas, charge_at });
  }
  return items;
}
