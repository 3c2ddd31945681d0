import { sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { checkDeposit } from "./check-deposit.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "db" | "gateway" | "vault" | "worldClock" | "log" | "systemClock">;
type Due = { id: string; opened_at: Date; checks: number; has_payment: boolean };

const atOnce = 4;
const batchSize = 40;
/** Less than the minute between runs: what one run does not reach stays due for the next. */
const runMs = 50_000;
const dayMs = 86_400_000;

/**
 * Seconds until the next check. A started payment: every minute while its buyer may still be at the bank, then every
 * four. A form without a payment: three checks a minute apart, then every ten minutes.
 */
export function nextCheckSeconds(checks: number, hasPayment: boolean): number {
  if (hasPayment) return checks < 15 ? 60 : 240;
  return checks < 3 ? 60 : 600;
}

/**
 * Checks open deposits at the gateway until none is due: finds payments whose webhook never came, whose buyer never
 * returned, or that came while the gateway was down. After a day without money a deposit expires; money that comes
 * later is still credited.
 */
export async function sweepDeposits(deps: Deps, deadline = Date.now() + runMs): Promise<void> {
  for (;;) {
    const due = await listDueDeposits(deps);
    for (let start = 0; start < due.length; start += atOnce) {
      const chunk = due.slice(start, start + atOnce);
      const outcomes = await Promise.all(chunk.map((deposit) => checkDueDeposit(deps, deposit)));
      if (outcomes.includes("gateway_down") || Date.now() > deadline) return;
    }
    if (due.length < batchSize) break;
  }
  await deps.db.run(sql`delete from wallet.gateway_events where received_at < now() - interval '90 days'`);
}

/**
 * Started payments come before forms without one, and within each group merchants alternate: one merchant's many
 * deposits do not delay another's.
 */
function listDueDeposits({ db, systemClock }: Deps): Promise<Due[]> {
  return db.many<Due>(sql`
    with due as (
      select id, merchant_id, opened_at, checks, next_check_at,
        exists (select 1 from wallet.payments where deposit_id = deposits.id) as has_payment
      from wallet.deposits where next_check_at <= ${systemClock.now()}
    ), ranked as (
      select *, row_number() over (partition by merchant_id, has_payment order by next_check_at) as queue_rank from due
    )
    select id, opened_at, checks, has_payment from ranked
    order by has_payment desc, queue_rank, next_check_at limit ${batchSize}`);
}

async function checkDueDeposit(deps: Deps, deposit: Due): Promise<"checked" | "gateway_down"> {
  const isLast = deps.systemClock.now().getTime() - deposit.opened_at.getTime() > dayMs;
  try {
    await checkDeposit(deps, deposit.id);
    if (isLast) await expire(deps, deposit.id);
    else await scheduleNextCheck(deps, deposit);
    return "checked";
  } catch (error) {
    deps.log.warn({ err: error, deposit_id: deposit.id }, "a deposit could not be checked");
    await scheduleNextCheck(deps, deposit);
    // The gateway is down for all deposits: the rest stay due for the next sweep.
    return isFault(error, "later") ? "gateway_down" : "checked";
  }
}

function scheduleNextCheck({ db, systemClock }: Deps, { id, checks, has_payment }: Due) {
  const next = new Date(systemClock.now().getTime() + nextCheckSeconds(checks, has_payment) * 1_000);
  return db.run(sql`
    update wallet.deposits set checks = checks + 1, next_check_at = ${next}
    where id = ${id} and next_check_at is not null`);
}

function expire({ db }: Deps, id: string) {
  return db.run(sql`
    update wallet.deposits set next_check_at = null,
      status = case when status in ('waiting', 'pending') then 'expired' else status end
    where id = ${id}`);
}
