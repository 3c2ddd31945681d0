import type { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { reportsCalls } from "../contract/reports.calls.ts";

export type AttentionItem = z.output<
  (typeof reportsCalls)["GET Clients/Reports/attention"]["answer"]
>["items"][number];

/** What each module below reports as needing the merchant. */
export type AttentionDeps = {
  walletOutlook(db: Db, merchantId: string): Promise<{ is_empty: boolean; ends_on: RiyadhDay | null }>;
  lostStores(db: Db, merchantId: string): Promise<{ id: string; name: string }[]>;
  lostAdAccounts(db: Db, merchantId: string): Promise<{ id: string; platform: string }[]>;
  /** Access that expires soon and that only the merchant can renew. */
  expiringAccess(db: Db, merchantId: string): Promise<{ id: string; platform: string; ends_at: Date }[]>;
  /** Ad accounts whose platform has not responded for long, though the access is valid. */
  silentAdAccounts(db: Db, merchantId: string): Promise<{ id: string; platform: string; since: Date }[]>;
  failedCampaigns(db: Db, merchantId: string): Promise<{ id: string; name: string }[]>;
};

/**
 * Most urgent first: money that stops ads, lost store connections, platforms that do not respond, campaigns whose sync
 * failed.
 */
export async function loadAttention(
  db: Db,
  deps: AttentionDeps,
  merchantId: string,
): Promise<AttentionItem[]> {
  const wallet = await deps.walletOutlook(db, merchantId);
  const [stores, adAccounts, ending, silent, campaigns] = [
    await deps.lostStores(db, merchantId),
    await deps.lostAdAccounts(db, merchantId),
    await deps.expiringAccess(db, merchantId),
    await deps.silentAdAccounts(db, merchantId),
    await deps.failedCampaigns(db, merchantId),
  ];
  const blank = { subject: null, subject_id: null, ends_on: null, since: null };
  const items: AttentionItem[] = [];
  if (wallet.is_empty) items.push({ ...blank, kind: "wallet_empty" });
  else if (wallet.ends_on) items.push({ ...blank, kind: "wallet_low", ends_on: wallet.ends_on });
  for (const { id, name } of stores) {
    items.push({ ...blank, kind: "store_connection_lost", subject: name, subject_id: id });
  }
  for (const { id, platform } of adAccounts) {
    items.push({ ...blank, kind: "ad_account_connection_lost", subject: platform, subject_id: id });
  }
  for (const { id, platform, ends_at } of ending) {
    const ends_on = toRiyadhDay(ends_at);
    items.push({ ...blank, kind: "ad_account_permission_ends", subject: platform, subject_id: id, ends_on });
  }
  for (const { id, platform, since } of silent) {
    const about = { subject: platform, subject_id: id, since: since.toISOString() };
    items.push({ ...blank, kind: "ad_account_silent", ...about });
  }
  for (const { id, name } of campaigns) {
    items.push({ ...blank, kind: "campaign_sync_failed", subject: name, subject_id: id });
  }
  return items;
}
