import type { Db } from "#base/server/db/db.ts";
import { platforms as allPlatforms } from "../contract/platforms.ts";
import type { Platforms } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import { listAccounts } from "./ad-accounts.store.ts";

/** All ad accounts of the merchant, unlinked ones too (they can come back), and which platforms can be linked. */
export async function listAdAccounts(db: Db, merchantId: string, platforms: Platforms, now: Date) {
  const accounts = await listAccounts(db, merchantId);
  return {
    ad_accounts: accounts.map((account) => presentAccount(account, now)),
    platforms: allPlatforms.map((platform) => ({
      platform,
      is_available: platforms[platform] !== undefined,
    })),
  };
}
