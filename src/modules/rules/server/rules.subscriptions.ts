import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { campaignsEvents } from "#modules/campaigns/contract/campaigns.events.ts";
import { settleActs } from "./acts.store.ts";

/** What a platform made of a rule's act: its campaign is in sync, or the platform refused it. */
export function rulesSubscriptions(): Subscription[] {
  return [
    subscribe({
      name: "rules.platform-answers",
      to: pickEvents(campaignsEvents, "campaign.synced", "campaign.sync_failed"),
      async handle(ctx, { name, campaign_id }) {
        const outcome = name === "campaign.synced" ? "confirmed" : "failed";
        const { merchantId } = ctx.actor;
        for (const { id, rule_id } of await settleActs(ctx, { campaignId: campaign_id, outcome }))
          await ctx.tx.publish({
            name: "rules.act_settled",
            merchant_id: merchantId,
            rule_id,
            act_id: id,
            campaign_id,
            outcome,
          });
      },
    }),
  ];
}
