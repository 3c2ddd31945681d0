import type { ReadContext } from "#base/server/context.ts";
import { platforms as allPlatforms } from "../contract/platforms.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import { listAccounts } from "./ad-accounts.store.ts";

/** All ad accounts of the merchant, unlinked ones too (they can come back), and which platforms can be linked. */
export const listAdAccounts =
  ({ platforms, systemClock }: Pick<AdAccountsDeps, "platforms" | "systemClock">) =>
  async (ctx: ReadContext) => {
    const now = systemClock.now();
    const accounts = await listAccounts(ctx);
    return {
      ad_accounts: accounts.map((account) => presentAccount(account, now)),
      platforms: allPlatforms.map((platform) => ({
        platform,
        is_available: platforms[platform] !== undefined,
      })),
    };
  };
