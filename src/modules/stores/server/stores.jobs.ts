import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

const store_id = z.string();
const instantText = z.string();

/** Subscribes our webhooks at a store's platform. */
export const subscribeJob = defineJob({ name: "stores-subscribe", input: z.object({ store_id }) });

/** One page of an orders sync; each page enqueues the next. */
export const readOrdersJob = defineJob({
  name: "stores-read-orders",
  input: z.object({
    store_id,
    purpose: z.enum(["import", "sync"]),
    since: instantText,
    /** When the sync started; all its pages share this time. */
    started_at: instantText,
    cursor: z.string().nullable(),
    /** The sync goes back to the oldest open order. */
    with_open: z.boolean(),
  }),
  expireSeconds: 300,
  concurrency: 12, // ten thousand stores every five minutes
});

/** One order that a webhook named. */
export const readOrderJob = defineJob({
  name: "stores-read-order",
  input: z.object({ store_id, external_order_id: z.string() }),
  concurrency: 8,
});

/** One page of a products sync. */
export const readProductsJob = defineJob({
  name: "stores-read-products",
  input: z.object({ store_id, started_at: instantText, cursor: z.string().nullable() }),
});

/** The store itself: name, address, whether it is open, and whether we still have access. */
export const readShopJob = defineJob({ name: "stores-read-shop", input: z.object({ store_id }) });

/** The safety net behind the webhooks: syncs every connected store. */
export const syncAllJob = defineJob({
  name: "stores-sync-all",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 1,
});

/** Once a day: products and the store itself again; old deliveries are deleted. */
export const dailyJob = defineJob({
  name: "stores-daily",
  input: z.object({}),
  schedule: "17 4 * * *",
  retries: 2,
});

/** Whether webhooks still come where orders change. */
export const checkWebhooksJob = defineJob({
  name: "stores-check-webhooks",
  input: z.object({}),
  schedule: "41 * * * *",
  retries: 1,
});

/** At the beginning of each Riyadh day, and hourly in case that was missed: what products sold lately. */
export const rankProductsJob = defineJob({
  name: "stores-rank-products",
  input: z.object({}),
  schedule: "5 * * * *",
  retries: 1,
});

/** A site's unconfirmed orders count from now on, or no longer: they are published again, in batches. */
export const recountJob = defineJob({
  name: "stores-recount",
  input: z.object({ store_id, after: z.string() }),
});

/** After a merchant disconnected: our webhooks at the platform are removed and the tokens deleted. */
export const revokeAccessJob = defineJob({ name: "stores-revoke-access", input: z.object({ store_id }) });
