import { z } from "zod";
import { systemContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { defineJob, handleJob, type JobHandler, RescheduleJob } from "#base/server/jobs.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { forgetUnusedConnections } from "./ad-accounts.store.ts";
import { checkAdAccount } from "./check-ad-account.ts";
import { deleteOldUploads } from "./pending-uploads.store.ts";

/** Checks one linked account: whether we still have access, and whether it has a problem. */
export const checkAccountJob = defineJob({
  name: "ad-accounts-check",
  input: z.object({ merchant_id: z.string(), ad_account_id: z.string() }),
});
/** Enqueues a check of every linked account. */
export const checkAllJob = defineJob({
  name: "ad-accounts-check-all",
  input: z.object({}),
  schedule: "17 */6 * * *",
});
/** Deletes the tokens of authorizations that were started and never used. */
export const forgetAbandonedJob = defineJob({
  name: "ad-accounts-forget-abandoned",
  input: z.object({}),
  schedule: "41 * * * *",
});

/** A connection that no account was chosen with is forgotten after a day. */
const unusedConnectionHours = 24;
const batch = 500;

export function adAccountsJobHandlers(deps: AdAccountsDeps): JobHandler[] {
  const { db, worldClock } = deps;
  const check = checkAdAccount(deps);
  return [
    handleJob(checkAccountJob, async ({ merchant_id, ad_account_id }) => {
      try {
        await check(systemContext(db, merchant_id, worldClock.now()), { adAccountId: ad_account_id });
      } catch (error) {
        if (error instanceof Refusal) return; // unlinked meanwhile
        if (isFault(error, "later")) throw new RescheduleJob(Math.max(60, error.retryAfterSeconds ?? 0));
        throw error;
      }
    }),
    handleJob(checkAllJob, () => enqueueChecks(db)),
    handleJob(forgetAbandonedJob, () => forgetAbandoned(deps)),
  ];
}

async function enqueueChecks(db: Db): Promise<void> {
  let after = "";
  for (let found = batch; found === batch; ) {
    found = await db.transaction(async (tx) => {
      const accounts = await tx.many<Row<"ad_accounts.accounts", "id" | "merchant_id">>(sql`
        select id, merchant_id from ad_accounts.accounts where status = 'linked' and id > ${after}
        order by id limit ${batch}`);
      for (const { id, merchant_id } of accounts)
        await tx.enqueue(checkAccountJob, { merchant_id, ad_account_id: id }, { key: id });
      after = accounts.at(-1)?.id ?? after;
      return accounts.length;
    });
  }
}

async function forgetAbandoned({ db, systemClock }: AdAccountsDeps): Promise<void> {
  await deleteOldUploads({ db, systemClock });
  const now = systemClock.now().getTime();
  const cutoff = new Date(now - unusedConnectionHours * 3_600_000);
  await forgetUnusedConnections(db, { before: cutoff });
}
