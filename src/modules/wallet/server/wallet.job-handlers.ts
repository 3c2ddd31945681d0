import { Gauge, type Registry } from "prom-client";
import type { Db } from "#base/server/db/db.ts";
import { handleJob, type JobHandler } from "#base/server/jobs.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { auditLedger } from "./audit-ledger.ts";
import { auditWholeLedger } from "./audit-whole-ledger.ts";
import { forgetCard } from "./cards.ts";
import { chargeCard } from "./charge-card.ts";
import { loadLedgerState, watchLedgerChecks } from "./ledger-state.ts";
import { rereadPayments } from "./reread-payments.ts";
import { settlePayment } from "./settle-payment.ts";
import { sweepDeposits } from "./sweep-deposits.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import {
  auditLedgerJob,
  auditWholeLedgerJob,
  chargeSavedCardJob,
  forgetCardJob,
  rereadPaymentsJob,
  settlePaymentJob,
  sweepDepositsJob,
  verifyWebhookJob,
  watchLedgerChecksJob,
} from "./wallet.jobs.ts";
import { ensureSubscribed, verifyWebhook } from "./webhook-subscription.ts";

/** The wallet's job handlers. With `registry`, `/metrics` shows the result and the age of the ledger's checks. */
export function walletJobs(deps: WalletDeps, registry?: Registry): JobHandler[] {
  if (registry) ledgerGauges(registry, deps.db);
  return [
    handleJob(settlePaymentJob, ({ payment_id }) => settlePayment(deps, payment_id)),
    handleJob(chargeSavedCardJob, ({ payment_id, language }) => chargeCard(deps, payment_id, language)),
    handleJob(forgetCardJob, ({ card_id }) => forgetCard(deps, card_id)),
    handleJob(sweepDepositsJob, async () => {
      // Without webhooks the sweep still finds the money, only later: a failure here must not stop it.
      await ensureSubscribed(deps).catch((error) =>
        deps.log.warn({ err: error }, "the gateway's webhook could not be ensured"),
      );
      await sweepDeposits(deps);
    }),
    handleJob(verifyWebhookJob, ({ webhook_id, code }) => verifyWebhook(deps, webhook_id, code)),
    handleJob(rereadPaymentsJob, () => rereadPayments(deps)),
    handleJob(auditLedgerJob, async () => {
      await auditLedger(deps);
    }),
    handleJob(auditWholeLedgerJob, () => auditByNight(deps)),
    handleJob(watchLedgerChecksJob, () => watchLedgerChecks(deps)),
  ];
}

const daySeconds = 86_400;

/** Runs between 01:00 and 05:00 Riyadh time, and at any hour when a night was missed. */
async function auditByNight(deps: WalletDeps): Promise<void> {
  const now = deps.systemClock.now();
  const today = toRiyadhDay(now);
  const hour = (now.getTime() - startOfRiyadhDay(today).getTime()) / 3_600_000;
  const { ageSeconds } = await loadLedgerState(deps.db);
  if ((hour >= 1 && hour < 5) || ageSeconds.whole > 1.1 * daySeconds) await auditWholeLedger(deps, today);
}

/**
 * Read when they are scraped, so that every process reports the same; without a database they keep their last value.
 */
function ledgerGauges(registry: Registry, db: Db): void {
  const load = () => loadLedgerState(db).catch(() => null);
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
