import type { ErasureStep } from "#base/server/personal-data/personal-data.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { listAccounts } from "./ad-accounts.store.ts";
import { unlinkAdAccount } from "./unlink-ad-account.ts";

/** Before an account is erased, every ad account is unlinked and its tokens are discarded. */
export const unlinkAll = (
  deps: Pick<AdAccountsDeps, "systemClock" | "countRunningCampaigns">,
): ErasureStep => {
  const unlink = unlinkAdAccount(deps);
  return {
    name: "unlink",
    async run(ctx) {
      for (const { id, status } of await listAccounts(ctx))
        if (status !== "unlinked") await unlink(ctx, { adAccountId: id });
      return true;
    },
  };
};
