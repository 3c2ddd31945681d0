import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import { discardUnusedTokens, lockAccount, markAccountUnlinked } from "./ad-accounts.store.ts";

type Deps = Pick<AdAccountsDeps, "systemClock" | "countRunningCampaigns">;

/**
 * Unlinks the account and deletes the tokens when no other account uses them. Campaigns stay on the platform, so it
 * is refused while any runs: nobody could stop their spending from here any more. Idempotent.
 */
export const unlinkAdAccount =
  ({ systemClock, countRunningCampaigns }: Deps) =>
  (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<AdAccountAnswer> =>
    transact(ctx, async (ctx) => {
      const account = await lockAccount(ctx, adAccountId);
      const { status } = account;
      const now = systemClock.now();
      if (status === "unlinked") return presentAccount(account, now);
      const running = status === "linked" ? await countRunningCampaigns(ctx, adAccountId) : 0;
      if (running > 0) return adAccountsRefusals.refuse("ad_accounts.campaigns_running", { count: running });
      const unlinked = await markAccountUnlinked(ctx, { adAccountId, unlinkedAt: now });
      await discardUnusedTokens(ctx, account.connection_id);
      await recordAudit(ctx, {
        module: "ad-accounts",
        action: "ad_account.unlinked",
        subject: adAccountId,
        before: { status },
        after: { status: "unlinked" },
      });
      const { merchantId } = ctx.actor;
      await ctx.tx.publish({
        name: "ad_account.unlinked",
        merchant_id: merchantId,
        ad_account_id: adAccountId,
      });
      return presentAccount(unlinked, now);
    });
