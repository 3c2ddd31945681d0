import { Gauge, type Registry } from "prom-client";
import type { Db } from "#base/server/db/db.ts";
import { handleJob, type JobHandler } from "#base/server/jobs.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { reviewChargebacks } from "./apply-chargeback.ts";
import { auditLedger } from "./audit-ledger.ts";
import { auditWholeLedger } from "./audit-whole-ledger.ts";
import { chargeTopUps } from "./charge-top-ups.ts";
import { reviewWithdrawals } from "./finish-refund.ts";
import { loadLedgerState, watchLedgerChecks } from "./ledger-state.ts";
import { planTopUps } from "./plan-top-ups.ts";
import { reviewPayments } from "./review-payments.ts";
import { sealMonths } from "./statement/seal-months.ts";
import type { WalletDeps, WalletJobsDeps } from "./wallet.deps.ts";
import {
  auditLedgerJob,
  auditWholeLedgerJob,
  chargeTopUpsJob,
  planTopUpsJob,
  reviewPaymentsJob,
  reviewPayoutsJob,
  sealMonthsJob,
  watchLedgerChecksJob,
} from "./wallet.jobs.ts";

/** The wallet's job handlers. With `registry`, `/metrics` shows the result and the age of the ledger's checks. */
export function walletJobs(jobsDeps: WalletJobsDeps, registry?: Registry): JobHandler[] {
  const { db } = jobsDeps;
  if (registry) ledgerGauges(registry, jobsDeps);
  const review = reviewPayments(jobsDeps);
  const reviewRefunds = reviewWithdrawals(jobsDeps);
  const reviewBankClaims = reviewChargebacks(jobsDeps);
  const charge = chargeTopUps(jobsDeps);
  return [
    handleJob(reviewPaymentsJob, () => review(db, { now: jobsDeps.worldClock.now() })),
    handleJob(sealMonthsJob, () => sealMonths(jobsDeps)(db, { now: jobsDeps.worldClock.now() })),
    handleJob(reviewPayoutsJob, async () => {
      const now = jobsDeps.worldClock.now();
      await reviewRefunds(db, { now });
      await reviewBankClaims(db, { now });
    }),
    handleJob(chargeTopUpsJob, () => charge(db, { now: jobsDeps.worldClock.now() })),
    handleJob(planTopUpsJob, () => planTopUps(jobsDeps)(db, { now: jobsDeps.worldClock.now() })),
    ...ledgerJobs(db, jobsDeps),
  ];
}

function ledgerJobs(db: Db, deps: Pick<WalletDeps, "systemClock" | "log">): JobHandler[] {
  const audit = auditLedger(deps);
  const auditNightly = auditByNight(deps);
  const watch = watchLedgerChecks(deps);
  return [
    handleJob(auditLedgerJob, async () => {
      await audit(db);
    }),
    handleJob(auditWholeLedgerJob, () => auditNightly(db)),
    handleJob(watchLedgerChecksJob, () => watch(db)),
  ];
}

const daySeconds = 86_400;

/** Runs between 01:00 and 05:00 Riyadh time, and at any hour when a night was missed or money writes are stopped. */
function auditByNight(deps: Pick<WalletDeps, "systemClock" | "log">) {
  const audit = auditWholeLedger(deps);
  return async (db: Db): Promise<void> => {
    const at = deps.systemClock.now();
    const today = toRiyadhDay(at);
    const hour = (at.getTime() - startOfRiyadhDay(today).getTime()) / 3_600_000;
    const { state, ageSeconds } = await loadLedgerState(db, at);
    const isUrgent = state === "wrong" || ageSeconds.whole > 1.1 * daySeconds;
    if ((hour >= 1 && hour < 5) || isUrgent) await audit(db, { night: today });
  };
}

/**
 * Read when they are scraped, so that every process reports the same; without a database they keep their last value.
 */
function ledgerGauges(registry: Registry, { db, systemClock }: WalletJobsDeps): void {
  const load = () => loadLedgerState(db, systemClock.now()).catch(() => null);
  const right = new Gauge({
    name: "ledger_right",
    help: "1 while the ledger's self-check passes; 0 stops money writes",
    registers: [registry],
    async collect() {
      const known = await load();
      if (known) this.set(known.state === "wrong" ? 0 : 1);
    },
  });
  right.set(1);
  new Gauge({
    name: "ledger_check_age_seconds",
    help: "Since the last finished self-check: of new entries (every 5 minutes), of the whole (every night)",
    labelNames: ["scope"],
    registers: [registry],
    async collect() {
      const known = await load();
      for (const [scope, age] of Object.entries(known?.ageSeconds ?? {})) this.set({ scope }, age);
    },
  });
}
