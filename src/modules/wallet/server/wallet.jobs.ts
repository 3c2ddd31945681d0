import { Gauge, type Registry } from "prom-client";
import { type Job, jobRunner } from "#base/server/jobs.ts";
import { auditLedger } from "./audit-ledger.ts";
import { forgetCard } from "./cards.ts";
import { chargeCard } from "./charge-card.ts";
import { sweep } from "./check-deposit.ts";
import { settlePayment } from "./settle-payment.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import {
  auditLedgerKind,
  chargeSavedCard,
  forgetCardKind,
  settlePaymentKind,
  sweepDeposits,
} from "./wallet.kinds.ts";

/** The wallet's later work. `registry` shows `/metrics` whether the ledger adds up. */
export function walletJobs(deps: WalletDeps, registry?: Registry): Job[] {
  const ledgerRight = registry && ledgerGauge(registry);
  let isSubscribed = false;

  async function subscribeOnce() {
    if (isSubscribed) return;
    await deps.gateway.subscribe(`${deps.settings.publicUrl}/webhooks/${deps.gateway.gateway}`);
    isSubscribed = true;
  }

  return [
    jobRunner(settlePaymentKind, ({ payment_id }) => settlePayment(deps, payment_id)),
    jobRunner(chargeSavedCard, ({ payment_id, language }) => chargeCard(deps, payment_id, language)),
    jobRunner(forgetCardKind, ({ card_id }) => forgetCard(deps, card_id)),
    jobRunner(sweepDeposits, async () => {
      // Without notices the sweep finds the money too, only later: their absence must not stop it.
      await subscribeOnce().catch((error) =>
        deps.log.warn({ err: error }, "the gateway's notices could not be asked for"),
      );
      await sweep(deps);
    }),
    jobRunner(auditLedgerKind, async () => {
      const { passed } = await auditLedger(deps);
      ledgerRight?.set(passed ? 1 : 0);
    }),
  ];
}

function ledgerGauge(registry: Registry): Gauge {
  const gauge = new Gauge({
    name: "ledger_right",
    help: "1 while the ledger's self-check passes; 0 stops money writes",
    registers: [registry],
  });
  gauge.set(1);
  return gauge;
}
