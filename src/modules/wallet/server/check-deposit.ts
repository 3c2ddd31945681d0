import { sql } from "#base/server/db/db.ts";
import { recordPayment, settlePayment } from "./settle-payment.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "db" | "gateway" | "vault" | "worldClock" | "log" | "systemClock">;

/**
 * Reads a deposit's payments at the gateway: those we know, and those that carry the deposit's id though the browser
 * never reported them. Has the effect of a webhook.
 */
export async function checkDeposit(deps: Deps, depositId: string): Promise<void> {
  const { db, gateway } = deps;
  const waiting = await db.many<{ id: string }>(sql`
    select id from wallet.payments
    where deposit_id = ${depositId} and gateway = ${gateway.gateway} and state in ('requested', 'pending')`);
  for (const { id } of waiting) await settlePayment(deps, id);
  await deleteUnknownPayments(deps, depositId);
  const known = new Set(waiting.map(({ id }) => id));
  for (const payment of await gateway.listPayments(depositId)) {
    if (!known.has(payment.id)) await recordPayment(deps, payment);
  }
}

/** The same while a browser waits: calls the gateway at most every two seconds, however often the browser asks. */
export async function checkDepositNow(deps: Deps, depositId: string): Promise<void> {
  const isDue = await deps.db.run(sql`
    update wallet.deposits set last_checked_at = now()
    where id = ${depositId} and (last_checked_at is null or last_checked_at < now() - interval '2 seconds')`);
  if (isDue) await checkDeposit(deps, depositId);
}

/** Deletes payments that a browser reported and the gateway does not know after ten minutes: they were never made. */
function deleteUnknownPayments({ db, gateway }: Deps, depositId: string) {
  return db.run(sql`
    delete from wallet.payments where deposit_id = ${depositId} and gateway = ${gateway.gateway}
      and source = 'form' and state = 'pending' and confirmed_at is null and created_at < now() - interval '10 minutes'`);
}
