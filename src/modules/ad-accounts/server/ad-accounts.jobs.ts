import { z } from "zod";
import { type Db, sql } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler, RescheduleJob } from "#base/server/jobs.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { checkAdAccount } from "./check-ad-account.ts";
import { deleteOldUploads } from "./pending-uploads.store.ts";

/** Looks after one linked account: is it still ours, and does anything ail it. */
export const checkAccountKind = defineJob({
  name: "ad-accounts-check",
  input: z.object({ merchant_id: z.string(), ad_account_id: z.string() }),
});
/** Asks for a look at every linked account. */
export const checkAllKind = defineJob({
  name: "ad-accounts-check-all",
  input: z.object({}),
  schedule: "17 */6 * * *",
});
/** Destroys what a merchant began and never ended. */
export const forgetAbandonedKind = defineJob({
  name: "ad-accounts-forget-abandoned",
  input: z.object({}),
  schedule: "41 * * * *",
});

/** A permission nobody chose an account with is destroyed after a day. */
const openHours = 24;
const batch = 500;

export function adAccountsJobs(deps: AdAccountsDeps): JobHandler[] {
  return [
    handleJob(checkAccountKind, async ({ merchant_id, ad_account_id }) => {
      try {
        await checkAdAccount(deps, merchant_id, ad_account_id);
      } catch (error) {
        if (error instanceof Refusal) return; // unlinked meanwhile
        if (isFault(error, "later")) throw new RescheduleJob(Math.max(60, error.retryAfterSeconds ?? 0));
        throw error;
      }
    }),
    handleJob(checkAllKind, () => askForChecks(deps.db)),
    handleJob(forgetAbandonedKind, () => forgetAbandoned(deps)),
  ];
}

async function askForChecks(db: Db): Promise<void> {
  let after = "";
  for (let found = batch; found === batch; ) {
    found = await db.transaction(async (tx) => {
      const accounts = await tx.many<{ id: string; merchant_id: string }>(sql`
        select id, merchant_id from ad_accounts.accounts where status = 'linked' and id > ${after}
        order by id limit ${batch}`);
      for (const { id, merchant_id } of accounts)
        await tx.enqueue(checkAccountKind, { merchant_id, ad_account_id: id }, { key: id });
      after = accounts.at(-1)?.id ?? after;
      return accounts.length;
    });
  }
}

async function forgetAbandoned({ db, systemClock }: AdAccountsDeps): Promise<void> {
  await deleteOldUploads({ db, systemClock });
  const now = systemClock.now().getTime();
  const aDayAgo = new Date(now - openHours * 3_600_000);
  await db.run(sql`
    update ad_accounts.connections set status = 'forgotten', access_token_sealed = null, refresh_token_sealed = null,
      renewing = null, renewing_until = null, offers = '[]'
    where status = 'open' and created_at < ${aDayAgo}`);
  await db.run(sql`delete from ad_accounts.consents where expires_at < ${aDayAgo}`);
}
