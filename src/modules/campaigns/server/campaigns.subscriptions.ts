import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { adAccountsEvents } from "#modules/ad-accounts/contract/ad-accounts.events.ts";
import { walletEvents } from "#modules/wallet/contract/wallet.events.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { pauseForMoney } from "./stop-campaign.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts">;

/** The events this module handles: the wallet ran out of money; an ad account was lost or linked again. */
export function campaignsSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe({
      name: "campaigns.pause-for-money",
      to: pickEvents(walletEvents, "wallet.ran_out"),
      handle: pauseForMoney(deps),
    }),
    subscribe({
      name: "campaigns.connection-lost",
      to: pickEvents(adAccountsEvents, "ad_account.connection_lost", "ad_account.unlinked"),
      handle: recordConnectionLost(deps),
    }),
    subscribe({
      name: "campaigns.connection-found",
      to: pickEvents(adAccountsEvents, "ad_account.linked"),
      handle: resumeSync,
    }),
  ];
}

const recordConnectionLost =
  ({ adAccounts }: Deps) =>
  async (
    ctx: Context,
    { ad_account_id, published_at }: { ad_account_id: string; published_at: Date },
  ): Promise<void> => {
    const { merchantId } = ctx.actor;
    // Older events may be handled after newer ones: skip an account that was linked again meanwhile.
    const account = await adAccounts.findLinkedAdAccount(ctx, ad_account_id);
    if (account?.status === "linked") return;
    const lost = await ctx.tx.many<Pick<CampaignRecord, "id">>(sql`
      update campaigns.campaigns
      set connection_lost_at = coalesce(connection_lost_at, ${published_at}), sync = 'disconnected'
      where merchant_id = ${merchantId} and ad_account_id = ${ad_account_id}
        and status in ('active', 'paused') and sync <> 'disconnected' returning id`);
    for (const { id } of lost)
      await ctx.tx.publish({ name: "campaign.disconnected", merchant_id: merchantId, campaign_id: id });
  };

async function resumeSync(ctx: Context, { ad_account_id }: { ad_account_id: string }): Promise<void> {
  const { tx, actor } = ctx;
  const account = sql`merchant_id = ${actor.merchantId} and ad_account_id = ${ad_account_id}`;
  // A sync run that is recording the lost connection holds the row lock: wait, or its campaign would stay lost.
  await tx.run(sql`select 1 from campaigns.campaigns where ${account} order by id for update`);
  const back = await tx.many<CampaignRecord>(sql`
    update campaigns.campaigns set connection_lost_at = null
    where ${account} and connection_lost_at is not null returning *`);
  for (const campaign of back) await enqueueSync(ctx, campaign);
}
