import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
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

export type ReportsJobsDeps = PollAccountDeps & {
  log: Log;
  systemClock: Clock;
  /** Accounts with campaigns that run, or ran after the given instant: their figures may still change. */
  accountsToMeasure(
    db: Db,
    ranAfter: Date,
  ): Promise<{ merchantId: string; adAccountId: string; platform: Platform }[]>;
  /** Null when the account is not linked any more. */
  measuredAccount(
    db: Db,
    merchantId: string,
    adAccountId: string,
    ranAfter: Date,
  ): Promise<MeasuredAccount | null>;
};

export function reportsJobs(deps: ReportsJobsDeps): JobHandler[] {
  return platforms.map((platform) =>
    handleJob(pollJobs[platform], ({ merchant_id, ad_account_id }) =>
      pollOne(deps, merchant_id, ad_account_id),
    ),
  );
}

/** Polls one account. A platform's failure is recorded with the time of the next try, and does not fail the job. */
async function pollOne(deps: ReportsJobsDeps, merchantId: string, adAccountId: string): Promise<void> {
  const { db, log, worldClock, systemClock } = deps;
  const account = await deps.measuredAccount(db, merchantId, adAccountId, openSince(worldClock));
  if (!account) return;
  const now = worldClock.now();
  try {
    await pollAccount(deps, account);
    await recordSuccess(db, account, now);
  } catch (error) {
    if (!isFault(error)) throw error;
    const seconds = await recordFault(db, account, error, { now, systemNow: systemClock.now() });
    const { kind: fault, reason } = error;
    log.info({ ad_account_id: adAccountId, fault, reason, seconds }, "figures could not be read");
  }
}

const openSince = (worldClock: Clock) => new Date(worldClock.now().getTime() - correctionMs);

type Rounds = Pick<ReportsJobsDeps, "db" | "log" | "systemClock" | "worldClock" | "accountsToMeasure">;

/** Enqueues a poll of every account that may have new figures; one that is already waiting is not enqueued twice. */
export async function enqueuePolls({
  db,
  systemClock,
  worldClock,
  accountsToMeasure,
}: Omit<Rounds, "log">): Promise<void> {
  const accounts = await accountsToMeasure(db, openSince(worldClock));
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
}

/** Enqueues polls every `seconds`. */
export function startFigureRounds(deps: Rounds, seconds: number) {
  const timer = setInterval(
    () => enqueuePolls(deps).catch((error) => deps.log.warn({ err: error }, "enqueueing the polls failed")),
    seconds * 1_000,
  );
  return { stop: () => clearInterval(timer) };
}
