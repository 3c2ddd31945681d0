import { Gauge, type Registry } from "prom-client";
import { z } from "zod";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { differenceKinds } from "../../contract/enums.ts";
import { agreeMoney } from "./agree-money.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import { loadAgreementReport, watchAgreement } from "./agreement-state.ts";
import { countOpenDifferences } from "./differences.store.ts";

/** Begins the night's run or goes on with it; at other times there is nothing to do. */
const agreeMoneyJob = defineJob({
  name: "finance.agree-money",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 0,
  concurrency: 1,
  expireSeconds: 290,
});
const watchAgreementJob = defineJob({
  name: "finance.watch-agreement",
  input: z.object({}),
  schedule: "*/10 * * * *",
  retries: 0,
  concurrency: 1,
});

/** The agreement's job handlers. `/metrics` shows its age and what is open. */
export function agreementJobs(deps: AgreementDeps, registry: Registry): JobHandler[] {
  const agree = agreeMoney(deps);
  const watch = watchAgreement(deps);
  agreementGauges(registry, deps);
  return [handleJob(agreeMoneyJob, () => agree(deps.db)), handleJob(watchAgreementJob, () => watch(deps.db))];
}

/** Read when they are scraped, so that every process reports the same; without a database they keep their last value. */
function agreementGauges(registry: Registry, { db, systemClock }: AgreementDeps): void {
  new Gauge({
    name: "money_differences",
    help: "Open differences of the nightly agreement of money",
    labelNames: ["kind"],
    registers: [registry],
    async collect() {
      const open = await countOpenDifferences(db).catch(() => null);
      if (!open) return;
      const counts = new Map(open.map(({ kind, count }) => [kind, count]));
      for (const kind of differenceKinds) this.set({ kind }, counts.get(kind) ?? 0);
    },
  });
  new Gauge({
    name: "money_agreement_age_seconds",
    help: "Since the last nightly agreement of money that ended",
    registers: [registry],
    async collect() {
      const report = await loadAgreementReport(db, systemClock.now()).catch(() => null);
      if (report) this.set(report.ageSeconds);
    },
  });
}
