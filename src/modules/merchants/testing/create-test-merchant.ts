import type { Db } from "#base/server/db/db.ts";
import { sql } from "#base/server/db/db.ts";
import type { WebsiteType } from "../contract/words.ts";
import { insertMerchant, type MerchantRow } from "../server/merchants.store.ts";

let made = 0;

/** A merchant for a test; says only what matters to it. */
export async function createTestMerchant(
  db: Db,
  {
    name = "نورة",
    mobile,
    websiteType = null,
  }: { name?: string; mobile?: string; websiteType?: WebsiteType | null } = {},
): Promise<MerchantRow> {
  made += 1;
  const own = mobile ?? `+96650${String(1_000_000 + made)}`;
  const now = new Date("2026-11-21T09:00:00Z");
  const merchant = await db.transaction((tx) =>
    insertMerchant(tx, { name, mobile: own, email: null, language: "ar" }, now),
  );
  if (websiteType === null) return merchant;
  await db.run(sql`update merchants.merchants set website_type = ${websiteType} where id = ${merchant.id}`);
  return { ...merchant, website_type: websiteType };
}
