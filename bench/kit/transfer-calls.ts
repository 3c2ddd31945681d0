import { z } from "zod";
import { mountCalls } from "#base/server/http/mount.ts";
import { defineModule } from "#base/server/module.ts";
import { defineCalls, halalasSchema, requiredText, riyadhDay } from "#base/shared/contract.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

const campaignId = requiredText(60);
const answer = z.object({ done: z.literal(true) });

const transferCalls = defineCalls({
  "POST Clients/Transfers/reserve": {
    summary: "Holds a target amount for a campaign",
    access: { subject: "wallet", action: "deposit" },
    body: z.object({ campaign_id: campaignId, target_halalas: halalasSchema }),
    answer,
    idempotent: true,
  },
  "POST Clients/Transfers/capture": {
    summary: "Settles a campaign's spend of a day",
    access: { subject: "wallet", action: "deposit" },
    body: z.object({ campaign_id: campaignId, day: riyadhDay, total_halalas: halalasSchema }),
    answer,
    idempotent: true,
  },
});

/**
 * The wallet's facade as two calls of its own, for `transfer.bench.ts`: the product holds money when a campaign starts
 * and settles it in a job, never by a request that does nothing else.
 */
export const server = defineModule({
  name: "transfers",
  layer: 3,
  needs: ["wallet"],
  calls: transferCalls,
  build: ({ facades: { wallet } }) => ({
    mount: (app, http) =>
      mountCalls(app, http, transferCalls, {
        "POST Clients/Transfers/reserve": async ({ ctx, body: { campaign_id, target_halalas } }) => {
          const key = { purpose: "campaign", subject: campaign_id } as const;
          await wallet.hold(ctx, { ...key, amount_halalas: target_halalas, title: campaign_id });
          return { done: true };
        },
        "POST Clients/Transfers/capture": async ({ ctx, body: { day, ...spend } }) => {
          await wallet.settleSpends(ctx, [{ ...spend, day: day as RiyadhDay }]);
          return { done: true };
        },
      }),
  }),
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    transfers: { layer: 3 };
  }
}
