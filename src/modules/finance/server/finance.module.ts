import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { agreementCalls } from "../contract/agreement.calls.ts";
import { financeAbilities, financeStaffAbilities } from "../contract/finance.abilities.ts";
import { financeRefusals } from "../contract/finance.refusals.ts";
import { merchantsCalls } from "../contract/merchants.calls.ts";
import { payoutCalls } from "../contract/payouts.calls.ts";
import { returnsCalls } from "../contract/returns.calls.ts";
import { staffActsCalls } from "../contract/staff-acts.calls.ts";
import { vouchersCalls } from "../contract/vouchers.calls.ts";
import { writeLockCalls } from "../contract/write-lock.calls.ts";
import { adSpendJobs } from "./ad-spend/ad-spend.jobs.ts";
import { agreementJobs } from "./agreement/agreement.jobs.ts";
import { financeData } from "./finance.personal-data.ts";
import { mountFinance } from "./finance.routes.ts";

export const server = defineModule({
  name: "finance",
  layer: 4,
  needs: ["staff", "merchants", "payments", "wallet", "billing", "figures"],
  calls: {
    ...payoutCalls,
    ...merchantsCalls,
    ...returnsCalls,
    ...vouchersCalls,
    ...staffActsCalls,
    ...writeLockCalls,
    ...agreementCalls,
  },
  refusals: financeRefusals,
  abilities: [financeAbilities, financeStaffAbilities],
  settings: { CREDIT_CONSENT_ABOVE_SAR: count(500, 0) },
  personalData: financeData,
  build({ facades, settings, ...shared }) {
    const creditConsentAboveHalalas = settings.CREDIT_CONSENT_ABOVE_SAR * 100;
    const deps = { ...shared, ...facades, settings: { creditConsentAboveHalalas } };
    return {
      mount: (app, http) => mountFinance(app, http, deps),
      jobs: [...agreementJobs(deps, shared.meters.registry), ...adSpendJobs(deps)],
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    finance: { layer: 4 };
  }
}
