import { sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { recordPayment, settlePayment } from "./settle-payment.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "db" | "gateway" | "vault" | "worldClock" | "log" | "systemClock">;

/**
 * Asks the gateway how a deposit stands: the payments we know of, and those that carry the deposit's id though the
 * browser never told us. Does what a webhook would have done.
 */
async function checkDeposit(deps: Deps, depositId: string): Promise<void> {
  const { db, gateway } = deps;
  const waiting = await db.many<{ id: string }>(sql`
    select id from wallet.payments
    where deposit_id = ${depositId} and gateway = ${gateway.gateway} and state in ('asked', 'pending')`);
  for (const { id } of waiting) await settlePayment(deps, id);
  await dropEmptyClaims(deps, depositId);
  const known = new Set(waiting.map(({ id }) => id));
  for (const payment of await gateway.paymentsOf(depositId)) {
    if (!known.has(payment.id)) await recordPayment(deps, payment);
  }
}

/** The same for a browser that waits: the gateway is asked at most every two seconds, however often the browser asks. */
export async function checkDepositNow(deps: Deps, depositId: string): Promise<void> {
  const mayAsk = await deps.db.run(sql`
    update wallet.deposits set asked_at = now()
    where id = ${depositId} and (asked_at is null or asked_at < now() - interval '2 seconds')`);
  if (mayAsk) await checkDeposit(deps, depositId);
}

/** A browser named a payment that the gateway still does not know after ten minutes: it was never made. */
function dropEmptyClaims({ db, gateway }: Deps, depositId: string) {
  return db.run(sql`
    delete from wallet.payments where deposit_id = ${depositId} and gateway = ${gateway.gateway}
      and source = 'form' and state = 'pending' and confirmed_at is null and created_at < now() - interval '10 minutes'`);
}

const oneSweep = 40;
const dayMs = 86_400_000;

/** Seconds until the next look: soon at first, every four minutes for a day; a form nobody began, every ten. */
function nextCheckSeconds(checks: number, hasPayment: boolean): number {
  if (checks < 3) return 60;
  return hasPayment ? 240 : 600;
}

type Due = { id: string; opened_at: Date; checks: number; has_payment: boolean; status: string };

/**
 * Looks again at deposits whose end we have not heard: the webhook that never came, the buyer who never returned, the
 * gateway that was down. After a day without money a deposit expires; money that comes later still counts.
 */
export async function sweep(deps: Deps): Promise<void> {
  const { db, log, systemClock } = deps;
  const due = await db.many<Due>(sql`
    select id, opened_at, checks, status,
      exists (select 1 from wallet.payments where deposit_id = deposits.id) as has_payment
    from wallet.deposits where next_check_at <= now() order by next_check_at limit ${oneSweep}`);
  for (const deposit of due) {
    const isLast = systemClock.now().getTime() - deposit.opened_at.getTime() > dayMs;
    try {
      await checkDeposit(deps, deposit.id);
      if (isLast) await expire(deps, deposit.id);
      else await postpone(deps, deposit);
    } catch (error) {
      log.warn({ err: error, deposit_id: deposit.id }, "a deposit could not be checked");
      await postpone(deps, deposit);
      // The gateway is down for all of them: the rest keep their turn for the next sweep.
      if (isFault(error, "later")) return;
    }
  }
  await db.run(sql`delete from wallet.gateway_notices where received_at < now() - interval '90 days'`);
}

function postpone({ db }: Deps, { id, checks, has_payment }: Due) {
  const seconds = nextCheckSeconds(checks, has_payment);
  return db.run(sql`
    update wallet.deposits set checks = checks + 1, next_check_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and next_check_at is not null`);
}

function expire({ db }: Deps, id: string) {
  return db.run(sql`
    update wallet.deposits set next_check_at = null,
      status = case when status in ('waiting', 'pending') then 'expired' else status end
    where id = ${id}`);
}
