import type { Context } from "#base/server/context.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { invoicesEvents } from "#modules/billing/contract/invoices.events.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { redrawPagesJob } from "./landing-pages.jobs.ts";
import { listPublishedIds } from "./publications.store.ts";

/** A sync reports many changes one after the other: they are drawn together. */
const redrawAfterSeconds = 5;

/** Published pages follow their store, its price, stock and what its orders prove, and the company that sells. */
export const landingPagesSubscriptions = (): Subscription[] => [
  subscribe({
    name: "landing-pages.follow-store",
    to: pickEvents(storesEvents, "store.synced"),
    handle: enqueueRedraw,
  }),
  subscribe({
    name: "landing-pages.follow-company",
    to: pickEvents(invoicesEvents, "billing.company_changed"),
    handle: enqueueRedraw,
  }),
];

async function enqueueRedraw(ctx: Context): Promise<void> {
  const { merchantId } = ctx.actor;
  if ((await listPublishedIds(ctx)).length === 0) return;
  await ctx.tx.enqueue(
    redrawPagesJob,
    { merchant_id: merchantId },
    { key: merchantId, afterSeconds: redrawAfterSeconds },
  );
}
