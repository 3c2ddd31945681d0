import { sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import { type AccountRow, accountColumns, discardUnusedTokens } from "./ad-accounts.store.ts";

type Deps = Pick<AdAccountsDeps, "db" | "systemClock" | "countRunningCampaigns">;

/**
 * Unlinks the account and deletes the tokens when no other account uses them. Campaigns stay on the platform, so it
 * is refused while any runs: nobody could stop their spending from here any more. Idempotent.
 */
export function unlinkAdAccount(
  { db, systemClock, countRunningCampaigns }: Deps,
  merchantId: string,
  adAccountId: string,
): Promise<AdAccountAnswer> {
  return db.transaction(async (tx) => {
    const account = await tx.maybeOne<AccountRow>(sql`
      select ${accountColumns} from ad_accounts.accounts
      where id = ${adAccountId} and merchant_id = ${merchantId} for update`);
    if (!account) return baseRefusals.refuse("base.not_found");
    const now = systemClock.now();
    if (account.status === "unlinked") return presentAccount(account, now);
    const running =
      account.status === "linked" ? await countRunningCampaigns(tx, merchantId, adAccountId) : 0;
    if (running > 0) return adAccountsRefusals.refuse("ad_accounts.campaigns_running", { count: running });
    const unlinked = await tx.one<AccountRow>(sql`
      update ad_accounts.accounts set status = 'unlinked', unlinked_at = ${now}, lost_reason = null,
        lost_at = null, issue = null
      where id = ${adAccountId} returning ${accountColumns}`);
    await discardUnusedTokens(tx, account.connection_id);
    await tx.publish({ name: "ad_account.unlinked", merchant_id: merchantId, ad_account_id: adAccountId });
    return presentAccount(unlinked, now);
  });
}
