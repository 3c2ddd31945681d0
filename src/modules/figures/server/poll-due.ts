import type { Clock } from "#base/server/clock.ts";
import { type ReadContext, systemContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { limitDb } from "#base/server/db/limit-db.ts";
import { makeDueWork } from "#base/server/due-work.ts";
import type { Log } from "#base/server/log.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { computePollGap, type OpenCampaigns } from "../domain/poll-gap.ts";
import { correctionMs } from "../domain/poll-window.ts";
import { type PolledAccount, recordFault, recordSuccess } from "./account-polls.store.ts";
import { loadMeasuredObjects } from "./measured.store.ts";
import { type MeasuredAccount, type PollAccountDeps, pollAccount } from "./poll-account.ts";
import { claimDue, type DueAccount, endSchedule, scheduleNext } from "./poll-schedule.store.ts";

export type PollDueDeps = PollAccountDeps & {
  db: Db;
  log: Log;
  systemClock: Clock;
  worldClock: Clock;
  /** Undefined or null when the merchant has no such account. */
  findLinkedAdAccount(
    ctx: ReadContext,
    adAccountId: string,
  ): Promise<(Omit<PolledAccount, "adAccountId"> & { status: string; time_zone: string }) | null | undefined>;
};

type Settings = {
  /** Seconds between the polls of an account whose campaigns run. */
  every: number;
  /** Accounts of a platform that a process polls at once. */
  slots: number;
};

/** Connections to the database that all polls of a process take together. */
const connections = 4;

/**
 * Polls the accounts of all merchants that are due. Each platform has slots of its own, so that a slow one delays no
 * other, and a merchant takes only a part of them.
 */
export function makePollWork(shared: PollDueDeps, { every, slots }: Settings) {
  const deps = { ...shared, db: limitDb(shared.db, connections) };
  const poll = pollDue(deps);
  return makeDueWork({
    log: deps.log,
    name: "figures.polls",
    lanes: platforms,
    slots,
    lookMs: Math.min(2, every) * 1_000,
    async claim(free, busy) {
      const claimed = await claimDue(deps.db, {
        free: free.map(({ lane: platform, count }) => ({ platform, count })),
        busy: busy.map(({ lane: platform, merchantId }) => ({ platform, merchantId })),
      });
      return claimed.map((account) => ({ lane: account.platform, merchantId: account.merchant_id, account }));
    },
    run: ({ account }) => poll(account, every),
    giveBack: ({ account }) => scheduleNext(deps.db, account, 0),
  });
}

/**
 * Polls one account and says when the next poll is due. A platform's failure is recorded with the time of the next try,
 * and is no error.
 */
export const pollDue = (deps: PollDueDeps) => {
  const { db, log, systemClock, worldClock } = deps;
  const poll = pollAccount(deps);

  return async (due: DueAccount, every: number): Promise<void> => {
    const ctx = systemContext(db, due.merchant_id, worldClock.now());
    let seconds: number | null = every;
    let account: (MeasuredAccount & OpenCampaigns) | null = null;
    try {
      account = await loadMeasuredAccount(deps, ctx, due.ad_account_id);
      seconds = account && computePollGap(account, ctx.now, every);
      if (account && seconds !== null) {
        await poll(ctx, account);
        await recordSuccess(ctx, account);
      }
    } catch (error) {
      if (!account || !isFault(error)) throw error;
      seconds = await recordFault(ctx, account, { fault: error, systemNow: systemClock.now() });
      const { kind: fault, reason } = error;
      log.info({ ad_account_id: due.ad_account_id, fault, reason, seconds }, "figures could not be read");
    } finally {
      await (seconds === null ? endSchedule(db, due) : scheduleNext(db, due, seconds));
    }
  };
};

/** Null when the account is not linked any more. */
async function loadMeasuredAccount(
  { findLinkedAdAccount }: PollDueDeps,
  ctx: ReadContext,
  adAccountId: string,
): Promise<(MeasuredAccount & OpenCampaigns) | null> {
  const account = await findLinkedAdAccount(ctx, adAccountId);
  if (account?.status !== "linked") return null;
  const { platform, name, currency, time_zone: timeZone } = account;
  const ranAfter = new Date(ctx.now.getTime() - correctionMs);
  const objects = await loadMeasuredObjects(ctx, { adAccountId, ranAfter });
  return { adAccountId, platform, name, currency, timeZone, ...objects };
}
