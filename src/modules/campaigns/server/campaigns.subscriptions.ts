import { sql } from "#base/server/db/db.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { pauseForMoney } from "./stop-campaign.ts";
import { enqueueSync } from "./sync-jobs.ts";

/** The events this module handles: the wallet ran out of money; an ad account was lost or linked again. */
export function campaignsSubscriptions(
  deps: Pick<CampaignsDeps, "wallet" | "adAccounts" | "worldClock">,
): Subscription[] {
  return [
    {
      name: "campaigns.pause-for-money",
      events: ["wallet.ran_out"],
      async handle(tx, { merchant_id }) {
        if (merchant_id) await pauseForMoney(deps, tx, merchant_id);
      },
    },
    {
      name: "campaigns.connection-lost",
      events: ["ad_account.connection_lost", "ad_account.unlinked"],
      async handle(tx, { merchant_id, ad_account_id, published_at }) {
        const id = String(ad_account_id);
        // Older events may be handled after newer ones: skip an account that was linked again meanwhile.
        const account = await deps.adAccounts.linkedAdAccount(tx, merchant_id ?? "", id);
        if (account?.status === "linked") return;
        const lost = await tx.many<Pick<CampaignRecord, "id" | "merchant_id">>(sql`
          update campaigns.campaigns
          set connection_lost_at = coalesce(connection_lost_at, ${published_at}), sync = 'disconnected'
          where merchant_id = ${merchant_id} and ad_account_id = ${id}
            and status in ('active', 'paused') and sync <> 'disconnected' returning id, merchant_id`);
        for (const campaign of lost)
          await tx.publish({
            name: "campaign.disconnected",
            merchant_id: campaign.merchant_id,
            campaign_id: campaign.id,
          });
      },
    },
    {
      name: "campaigns.connection-found",
      events: ["ad_account.linked"],
      async handle(tx, { merchant_id, ad_account_id }) {
        const account = sql`merchant_id = ${merchant_id} and ad_account_id = ${String(ad_account_id)}`;
        // A sync run that is recording the lost connection holds the row lock: wait, or its campaign would stay lost.
        await tx.run(sql`select 1 from campaigns.campaigns where ${account} order by id for update`);
        const back = await tx.many<CampaignRecord>(sql`
          update campaigns.campaigns set connection_lost_at = null
          where ${account} and connection_lost_at is not null returning *`);
        for (const campaign of back) await enqueueSync(tx, campaign);
      },
    },
  ];
}
