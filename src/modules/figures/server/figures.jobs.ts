import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type ReadContext, systemContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobDefinition, type JobHandler } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { correctionMs } from "../domain/poll-window.ts";
import {
  listDeferredAccounts,
  type PolledAccount,
  recordFault,
  recordSuccess,
} from "./account-polls.store.ts";
import {
  type CountClicksDeps,
  countClickDays,
  recentDays,
  recountClickDays,
  restatedDays,
} from "./count-clicks.ts";
import { dropOldFacts } from "./drop-old-facts.ts";
import { listAccountsToMeasure, loadMeasuredObjects } from "./measured.store.ts";
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
      name: `figures.poll-${platform}`,
      input,
      retries: 0,
      expireSeconds: 900,
      concurrency: 4,
    }),
  ]),
) as Record<Platform, JobDefinition<PollInput>>;

/** Every few minutes, because screens and rules read the clicks of today. */
const countClicksJob = defineJob({
  name: "figures-count-clicks",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 0,
  expireSeconds: 900,
});

/** By night, because rules for bots classify old clicks again. */
const recountClicksJob = defineJob({
  name: "figures-recount-clicks",
  input: z.object({}),
  schedule: "11 5 * * *",
  retries: 3,
  expireSeconds: 3_600,
});

/** New rules for bots have moved a merchant's clicks on these days, however old they are. */
export const recountRestatedJob = defineJob({
  name: "figures-recount-restated",
  input: z.object({ merchant_id: z.string(), from: z.iso.date(), to: z.iso.date() }),
  retries: 5,
  expireSeconds: 900,
  concurrency: 1,
});

const dropOldFactsJob = defineJob({
  name: "figures-drop-old-facts",
  input: z.object({}),
  schedule: "23 4 * * *",
  retries: 3,
});

type PollOneDeps = PollAccountDeps & {
  log: Log;
  systemClock: Clock;
  /** Undefined or null when the merchant has no such account. */
  findLinkedAdAccount(
    ctx: ReadContext,
    adAccountId: string,
  ): Promise<(Omit<PolledAccount, "adAccountId"> & { status: string; time_zone: string }) | null | undefined>;
};

type EnqueuePollsDeps = {
  systemClock: Clock;
  accountsToMeasure?: typeof listAccountsToMeasure;
};

export type FiguresJobsDeps = PollOneDeps & CountClicksDeps & { db: Db; worldClock: Clock };

/** Each poll is the product's own work for the account's merchant; the other jobs work for all merchants at once. */
export function figuresJobs(deps: FiguresJobsDeps): JobHandler[] {
  const { db, worldClock } = deps;
  const poll = pollOne(deps);
  const countClicks = countClickDays(deps);
  const recount = recountClickDays(deps);
  const time = () => ({ now: worldClock.now() });
  return [
    ...platforms.map((platform) =>
      handleJob(pollJobs[platform], ({ merchant_id, ad_account_id }) =>
        poll(systemContext(db, merchant_id, worldClock.now()), { adAccountId: ad_account_id }),
      ),
    ),
    handleJob(countClicksJob, () => countClicks(db, { ...time(), days: recentDays })),
    handleJob(recountClicksJob, () => countClicks(db, { ...time(), days: restatedDays })),
    handleJob(recountRestatedJob, ({ merchant_id: merchantId, from, to }) =>
      recount(db, { ...time(), merchantId, from: from as RiyadhDay, to: to as RiyadhDay }),
    ),
    handleJob(dropOldFactsJob, () => dropOldFacts(db, time())),
  ];
}

/** Polls one account. A platform's failure is recorded with the time of the next try, and does not fail the job. */
const pollOne = (deps: PollOneDeps) => {
  const { log, systemClock } = deps;
  const poll = pollAccount(deps);

  return async (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<void> => {
    const account = await loadMeasuredAccount(deps, ctx, adAccountId);
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

/** Null when the account is not linked any more. */
async function loadMeasuredAccount(
  { findLinkedAdAccount }: PollOneDeps,
  ctx: ReadContext,
  adAccountId: string,
): Promise<MeasuredAccount | null> {
  const account = await findLinkedAdAccount(ctx, adAccountId);
  if (account?.status !== "linked") return null;
  const { platform, name, currency, time_zone: timeZone } = account;
  const objects = await loadMeasuredObjects(ctx, { adAccountId, ranAfter: openSince(ctx.now) });
  return { adAccountId, platform, name, currency, timeZone, ...objects };
}

const openSince = (now: Date) => new Date(now.getTime() - correctionMs);

/**
 * Enqueues a poll of every account that may have new figures, of all merchants; one that is already waiting is not
 * enqueued twice.
 */
export const enqueuePolls =
  ({ systemClock, accountsToMeasure = listAccountsToMeasure }: EnqueuePollsDeps) =>
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
