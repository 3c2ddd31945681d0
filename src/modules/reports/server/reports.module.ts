import { defineModule } from "#base/server/module.ts";
import { reportsAbilities } from "../contract/reports.abilities.ts";
import { reportsCalls } from "../contract/reports.calls.ts";
import { reportsRefusals } from "../contract/reports.refusals.ts";
import { reportSources } from "./report-sources.ts";
import { makeReportsFacade, type ReportsFacade } from "./reports.facade.ts";
import { mountReports } from "./reports.routes.ts";

export const server = defineModule({
  name: "reports",
  layer: 5,
  needs: ["figures", "payments", "wallet", "billing", "stores", "ad-accounts", "campaigns", "seasons"],
  calls: reportsCalls,
  refusals: reportsRefusals,
  abilities: [reportsAbilities],
  build({ facades: { "ad-accounts": adAccounts, ...facades }, systemClock, messages }) {
    const deps = reportSources({ ...facades, adAccounts, systemClock, messages });
    return { facade: makeReportsFacade(deps), mount: (app, http) => mountReports(app, http, deps) };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    reports: { layer: 5; facade: ReportsFacade };
  }
}
