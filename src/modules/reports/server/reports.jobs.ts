import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type ReadContext, systemContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobDefinition, type JobHandler } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { correctionMs } from "../domain/poll-window.ts";
import { listDeferredAccounts, recordFault, recordSuccess } from "./account-polls.store.ts";
import { type MeasuredAccount, type PollAccountDeps, pollAccount } from "./poll-account.ts";

const input = z.object({ merchant_id: z.string(), ad_account_id: z.string() });
type PollInput = z.output<typeof input>;

/**
 * Polls one ad account's figures. Each platform has a queue of its own, so that a slow one does not delay the others. A
 * failed job is not retried, because the next round polls again.
 */
const pollJobs: Readonly<Record<Platform, JobDefinition<PollInput>>> = Object.fromEntries(
  platforms.map((platform) => [
    platform,
    defineJob({
      name: `reports.poll-${platform}`,
      input,
      retries: 0,
      expireSeconds: 900,
      concurrency: 4,
    }),
  ]),
) as Record<Platform, JobDefinition<PollInput>>;

type PollOneDeps = PollAccountDeps & {
  log: Log;
  systemClock: Clock;
  /** Null when the account is not linked any more. */
  measuredAccount(
    ctx: ReadContext,
    input: { adAccountId: string; ranAfter: Date },
  ): Promise<MeasuredAccount | null>;
};

type EnqueuePollsDeps = {
  systemClock: Clock;
  /** All merchants' accounts with campaigns that run, or ran after the instant: their figures may still change. */
  accountsToMeasure(
    db: Db,
    input: { ranAfter: Date },
  ): Promise<{ merchantId: string; adAccountId: string; platform: Platform }[]>;
};

export type ReportsJobsDeps = PollOneDeps & EnqueuePollsDeps & { db: Db; worldClock: Clock };

/** Each poll is the product's own work for the account's merchant. */
export function reportsJobs(deps: ReportsJobsDeps): JobHandler[] {
  const { db, worldClock } = deps;
  const poll = pollOne(deps);
  return platforms.map((platform) =>
    handleJob(pollJobs[platform], ({ merchant_id, ad_account_id }) =>
      poll(systemContext(db, merchant_id, worldClock.now()), { adAccountId: ad_account_id }),
    ),
  );
}

/** Polls one account. A platform's failure is recorded with the time of the next try, and does not fail the job. */
const pollOne = ({ log, systemClock, measuredAccount, ...deps }: PollOneDeps) => {
  const poll = pollAccount(deps);

  return async (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<void> => {
    const account = await measuredAccount(ctx, { adAccountId, ranAfter: openSince(ctx.now) });
    if (!account) return;
    try {
      await poll(ctx, account);
      await recordSuccess(ctx, account);
    } catch (error) {
      if (!isFault(error)) throw error;
      const seconds = await recordFault(ctx, account, { fault: error, systemNow: systemClock.now() });
      const { kind: fault, reason } = error;
      log.info({ ad_account_id: adAccountId, fault, reason, seconds }, "figures could not be read");
    }
  };
};

const openSince = (now: Date) => new Date(now.getTime() - correctionMs);

/**
 * Enqueues a poll of every account that may have new figures, of all merchants; one that is already waiting is not
 * enqueued twice.
 */
export const enqueuePolls =
  ({ systemClock, accountsToMeasure }: EnqueuePollsDeps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const accounts = await accountsToMeasure(db, { ranAfter: openSince(now) });
    const waiting = await listDeferredAccounts(db, systemClock.now());
    const due = accounts.filter(({ adAccountId }) => !waiting.has(adAccountId));
    for (let start = 0; start < due.length; start += 200) {
      await db.transaction(async (tx) => {
        for (const { merchantId, adAccountId, platform } of due.slice(start, start + 200)) {
          const payload = { merchant_id: merchantId, ad_account_id: adAccountId };
          await tx.enqueue(pollJobs[platform], payload, { key: adAccountId });
        }
      });
    }
  };

type Rounds = EnqueuePollsDeps & { db: Db; log: Log; worldClock: Clock };

/** Enqueues polls every `seconds`. */
export function startFigureRounds({ db, log, worldClock, ...deps }: Rounds, seconds: number) {
  const enqueue = enqueuePolls(deps);
  const timer = setInterval(
    () =>
      enqueue(db, { now: worldClock.now() }).catch((error) =>
        log.warn({ err: error }, "enqueueing the polls failed"),
      ),
    seconds * 1_000,
  );
  return { stop: () => clearInterval(timer) };
}
