import { sql } from "#base/server/db/db.ts";
import { recordPayment, settlePayment } from "./settle-payment.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "db" | "gateway" | "vault" | "worldClock" | "log" | "systemClock">;

/**
 * Asks the gateway how a deposit stands: the payments we know of, and those that carry the deposit's id though the
 * browser never told us. Does what a webhook would have done.
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

/** The same for a browser that waits: the gateway is asked at most every two seconds, however often the browser asks. */
export async function checkDepositNow(deps: Deps, depositId: string): Promise<void> {
  const isDue = await deps.db.run(sql`
    update wallet.deposits set last_checked_at = now()
    where id = ${depositId} and (last_checked_at is null or last_checked_at < now() - interval '2 seconds')`);
  if (isDue) await checkDeposit(deps, depositId);
}

/** A browser named a payment that the gateway still does not know after ten minutes: it was never made. */
function deleteUnknownPayments({ db, gateway }: Deps, depositId: string) {
  return db.run(sql`
    delete from wallet.payments where deposit_id = ${depositId} and gateway = ${gateway.gateway}
      and source = 'form' and state = 'pending' and confirmed_at is null and created_at < now() - interval '10 minutes'`);
}
