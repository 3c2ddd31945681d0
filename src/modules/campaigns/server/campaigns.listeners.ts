import { sql } from "#base/server/db/db.ts";
import type { Listener } from "#base/server/news.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { pauseForMoney } from "./stop-campaign.ts";
import { askForSync } from "./wishes.ts";

/** What this room hears: the wallet's end of money, and ad accounts that are lost or found again. */
export function campaignsListeners(deps: Pick<CampaignsDeps, "wallet" | "worldClock">): Listener[] {
  return [
    {
      name: "campaigns.pause-for-money",
      hears: ["wallet.ran_out"],
      async hear(tx, { merchant_id }) {
        if (merchant_id) await pauseForMoney(deps, tx, merchant_id);
      },
    },
    {
      name: "campaigns.connection-lost",
      hears: ["ad_account.connection_lost", "ad_account.unlinked"],
      async hear(tx, { merchant_id, ad_account_id, announced_at }) {
        await tx.run(sql`
          update campaigns.campaigns set connection_lost_at = coalesce(connection_lost_at, ${announced_at})
          where merchant_id = ${merchant_id} and ad_account_id = ${String(ad_account_id)}
            and status in ('active', 'paused')`);
      },
    },
    {
      name: "campaigns.connection-found",
      hears: ["ad_account.linked"],
      async hear(tx, { merchant_id, ad_account_id }) {
        const back = await tx.many<CampaignRecord>(sql`
          update campaigns.campaigns
          set connection_lost_at = null, fault_text = case when fault_key = 'campaigns:fault_reconnect' then null else fault_text end,
            fault_key = case when fault_key = 'campaigns:fault_reconnect' then null else fault_key end
          where merchant_id = ${merchant_id} and ad_account_id = ${String(ad_account_id)}
            and (connection_lost_at is not null or fault_key = 'campaigns:fault_reconnect') and status <> 'deleted'
          returning *`);
        for (const campaign of back) await askForSync(tx, campaign);
      },
    },
  ];
}
