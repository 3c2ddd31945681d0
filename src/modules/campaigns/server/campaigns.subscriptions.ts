import type { Context } from "#base/server/context.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { adAccountsEvents } from "#modules/ad-accounts/contract/ad-accounts.events.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { walletEvents } from "#modules/wallet/contract/wallet.events.ts";
import type { CampaignsDeps } from "./deps.ts";
import { watchStore } from "./pause-for-store.ts";
import { pauseForMoney } from "./stop-campaign.ts";
import { recordConnectionLost, recordReconnected } from "./sync/schedule.store.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts" | "stores">;

/**
 * The events this module handles: the wallet ran out of money; an ad account was lost or linked again; a store may have
 * closed or opened.
 */
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
      handle: disconnect(deps),
    }),
    subscribe({
      name: "campaigns.connection-found",
      to: pickEvents(adAccountsEvents, "ad_account.linked"),
      handle: resumeSync,
    }),
    subscribe({
      name: "campaigns.watch-stores",
      to: pickEvents(
        storesEvents,
        "store.connected",
        "store.disconnected",
        "store.connection_lost",
        "store.synced",
      ),
      handle: watchStore(deps),
    }),
  ];
}

const disconnect =
  ({ adAccounts }: Deps) =>
  async (
    ctx: Context,
    { ad_account_id, published_at }: { ad_account_id: string; published_at: Date },
  ): Promise<void> => {
    const { merchantId } = ctx.actor;
    // Older events may be handled after newer ones: skip an account that was linked again meanwhile.
    const account = await adAccounts.findLinkedAdAccount(ctx, ad_account_id);
    if (account?.status === "linked") return;
    for (const id of await recordConnectionLost(ctx, ad_account_id, published_at))
      await ctx.tx.publish({ name: "campaign.disconnected", merchant_id: merchantId, campaign_id: id });
  };

async function resumeSync(ctx: Context, { ad_account_id }: { ad_account_id: string }): Promise<void> {
  for (const campaign of await recordReconnected(ctx, ad_account_id)) await enqueueSync(ctx, campaign);
}
