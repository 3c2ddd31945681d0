import { z } from "zod";
import { systemContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobDefinition, type JobHandler } from "#base/server/jobs.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { type DueDestination, listDueDestinations } from "./destinations.store.ts";
import { listDueLists } from "./lists.store.ts";
import { readMatchQuality } from "./read-match-quality.ts";
import { readReceipts } from "./read-receipts.ts";
import { refreshList } from "./refresh-list.ts";
import { restatePurchases } from "./restate-purchases.ts";
import { sendPurchases } from "./send-purchases.ts";

const input = z.object({ merchant_id: z.string(), ad_account_id: z.string() });
type DestinationInput = z.output<typeof input>;

/**
 * Sends one batch of one ad account. Each platform has a queue of its own, so that a slow one delays no other, and an ad
 * account with many purchases goes to the queue's end after each batch. A failed job is not retried: the next round is.
 */
const sendJobs = Object.fromEntries(
  platforms.map((platform) => [
    platform,
    defineJob({
      name: `conversions.send-${platform}`,
      input,
      retries: 0,
      expireSeconds: 600,
      concurrency: 4,
    }),
  ]),
) as Record<Platform, JobDefinition<DestinationInput>>;

/** Compares one page of an ad account's customer list, behind those of the others in the queue of its platform. */
const listJobs = Object.fromEntries(
  platforms.map((platform) => [
    platform,
    defineJob({
      name: `conversions.list-${platform}`,
      input,
      retries: 0,
      expireSeconds: 600,
      concurrency: 2,
    }),
  ]),
) as Record<Platform, JobDefinition<DestinationInput>>;

/** Each minute one query finds who has something to send: a merchant who sells nothing costs nothing. */
const roundJob = defineJob({
  name: "conversions-round",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
});

export function conversionsJobs(deps: ConversionsDeps): JobHandler[] {
  const { db, worldClock } = deps;
  const send = sendPurchases(deps);
  const restate = restatePurchases(deps);
  const readOutcomes = readReceipts(deps);
  const grade = readMatchQuality(deps);
  const refresh = refreshList(deps);
  return [
    handleJob(roundJob, () => enqueueDue(deps)(db)),
    ...platforms.map((platform) =>
      handleJob(sendJobs[platform], async (payload) => {
        const { merchant_id, ad_account_id: adAccountId } = payload;
        const ctx = systemContext(db, merchant_id, worldClock.now());
        const hasMorePurchases = await send(ctx, { adAccountId });
        const hasMoreRestatements = await restate(ctx, { adAccountId });
        const hasMore = hasMorePurchases || hasMoreRestatements;
        await readOutcomes(ctx, { adAccountId });
        await grade(ctx, { adAccountId });
        if (!hasMore) return;
        await db.transaction((tx) => tx.enqueue(sendJobs[platform], payload, { key: adAccountId }));
      }),
    ),
    ...platforms.map((platform) =>
      handleJob(listJobs[platform], async (payload) => {
        const { merchant_id, ad_account_id: adAccountId } = payload;
        const hasMore = await refresh(systemContext(db, merchant_id, worldClock.now()), { adAccountId });
        if (!hasMore) return;
        await db.transaction((tx) => tx.enqueue(listJobs[platform], payload, { key: adAccountId }));
      }),
    ),
  ];
}

/**
 * Enqueues every ad account that has purchases to send, outcomes to read, or a customer list that is due; one that is
 * waiting is not enqueued twice.
 */
export const enqueueDue =
  ({ systemClock }: Pick<ConversionsDeps, "systemClock">) =>
  async (db: Db): Promise<void> => {
    const systemNow = systemClock.now();
    await enqueueEach(db, sendJobs, await listDueDestinations(db, systemNow));
    await enqueueEach(db, listJobs, await listDueLists(db, systemNow));
  };

async function enqueueEach(db: Db, jobs: typeof sendJobs, due: readonly DueDestination[]): Promise<void> {
  for (let start = 0; start < due.length; start += 200) {
    await db.transaction(async (tx) => {
      for (const { merchant_id, ad_account_id, platform } of due.slice(start, start + 200))
        await tx.enqueue(jobs[platform], { merchant_id, ad_account_id }, { key: ad_account_id });
    });
  }
}
