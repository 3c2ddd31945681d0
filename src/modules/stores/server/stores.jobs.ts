import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

const store_id = z.string();
const instantText = z.string();

/** Asks a store's platform to tell us what happens there. */
export const subscribeJob = defineJob({ name: "stores-subscribe", input: z.object({ store_id }) });

/** One page of a reading of orders; each page asks for the next. */
export const readOrdersJob = defineJob({
  name: "stores-read-orders",
  input: z.object({
    store_id,
    purpose: z.enum(["import", "sync"]),
    since: instantText,
    /** When the reading began: its first page's moment stands for all of it. */
    started_at: instantText,
    cursor: z.string().nullable(),
    /** It goes back to the oldest open order. */
    with_open: z.boolean(),
  }),
  expireSeconds: 300,
  concurrency: 4,
});

/** One order that a webhook spoke of. */
export const readOrderJob = defineJob({
  name: "stores-read-order",
  input: z.object({ store_id, external_order_id: z.string() }),
  concurrency: 8,
});

/** One page of a reading of products. */
export const readProductsJob = defineJob({
  name: "stores-read-products",
  input: z.object({ store_id, started_at: instantText, cursor: z.string().nullable() }),
});

/** The store itself: name, address, whether it is open, and whether we are still let in. */
export const readShopJob = defineJob({ name: "stores-read-shop", input: z.object({ store_id }) });

/** The safety net below the webhooks: looks at every connected store. */
export const syncAllJob = defineJob({
  name: "stores-sync-all",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 1,
});

/** Once a day: products and the store itself again, and old traces swept. */
export const dailyJob = defineJob({
  name: "stores-daily",
  input: z.object({}),
  schedule: "17 4 * * *",
  retries: 2,
});

/** A site's unconfirmed orders count from now on, or no longer: they are told of again, some at a time. */
export const recountJob = defineJob({
  name: "stores-recount",
  input: z.object({ store_id, after: z.string() }),
});

/** After a merchant disconnected: the platform is asked to be quiet, and the tokens are dropped. */
export const revokeAccessJob = defineJob({ name: "stores-revoke-access", input: z.object({ store_id }) });
