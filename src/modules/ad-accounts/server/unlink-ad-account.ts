import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import { type AccountRow, accountColumns, discardUnusedTokens } from "./ad-accounts.store.ts";

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
      const unlinked = await ctx.tx.one<AccountRow>(sql`
        update ad_accounts.accounts set status = 'unlinked', unlinked_at = ${now}, lost_reason = null,
          lost_at = null, issue = null
        where id = ${adAccountId} returning ${accountColumns}`);
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

/** The account, locked; another merchant's is not found. */
async function lockAccount({ tx, actor }: Context, adAccountId: string): Promise<AccountRow> {
  const account = await tx.maybeOne<AccountRow>(sql`
    select ${accountColumns} from ad_accounts.accounts
    where id = ${adAccountId} and merchant_id = ${actor.merchantId} for update`);
  return account ?? baseRefusals.refuse("base.not_found");
}
