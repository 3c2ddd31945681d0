import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";
import { graceMinutesMax } from "./enums.ts";
import { id } from "./shapes.ts";

const storeWatchRow = z.object({
  store_id: id,
  name: z.string(),
  /** Shoppers can buy there: it is connected and open. */
  is_open: z.boolean(),
  /** How long its campaigns keep running once it is closed or not connected. */
  grace_minutes: z.number().int(),
  /** Since when it is closed or not connected; null while it is open. */
  closed_since: instant.nullable(),
  /** When its running campaigns will be paused; null while it is open, and once they were. */
  pause_at: instant.nullable(),
  /** Campaigns that are paused because it was closed. */
  paused_campaigns: z.number().int(),
});
export type StoreWatchRow = z.infer<typeof storeWatchRow>;

export const storeWatchCalls = defineCalls({
  "GET Clients/StoreWatch/index": {
    summary: "The merchant's stores: whether each is open, and what happens to its campaigns when it is not",
    access: { subject: "campaign", action: "read" },
    answer: z.object({ items: z.array(storeWatchRow) }),
  },
  "PUT Clients/StoreWatch/{id}": {
    summary: "Sets how long a store's campaigns keep running once it is closed or not connected",
    access: { subject: "campaign", action: "manage" },
    params: z.object({ id }),
    body: z.object({ grace_minutes: z.number().int().min(0).max(graceMinutesMax) }),
    answer: z.object({ items: z.array(storeWatchRow) }),
  },
});

export type StoreWatchCalls = typeof storeWatchCalls;
