import { defineModule } from "#base/server/module.ts";
import { reportsAbilities } from "../contract/reports.abilities.ts";
import { reportsCalls } from "../contract/reports.calls.ts";
import { reportsEvents } from "../contract/reports.events.ts";
import { reportsRefusals } from "../contract/reports.refusals.ts";
import { scheduleJobs, scheduleSubscriptions } from "./custom/schedules.jobs.ts";
import { reportSources } from "./report-sources.ts";
import { makeReportsFacade, type ReportsFacade } from "./reports.facade.ts";
import { reportsData } from "./reports.personal-data.ts";
import { mountReports } from "./reports.routes.ts";

export const server = defineModule({
  name: "reports",
  layer: 5,
  needs: [
    "merchants",
    "messages",
    "figures",
    "payments",
    "wallet",
    "billing",
    "stores",
    "ad-accounts",
    "campaigns",
    "seasons",
    "tracking",
  ],
  calls: reportsCalls,
  events: reportsEvents,
  refusals: reportsRefusals,
  abilities: [reportsAbilities],
  personalData: reportsData,
  build({ facades: { "ad-accounts": adAccounts, messages: email, merchants, ...facades }, ...shared }) {
    const { systemClock, messages } = shared;
    const sources = reportSources({ ...facades, adAccounts, systemClock, messages });
    const custom = {
      ...shared,
      ...facades,
      merchants,
      email,
      listStoreNames: facades.stores.listStoreNames,
      setupState: sources.setupState,
    };
    return {
      facade: makeReportsFacade(facades),
      mount: (app, http) => mountReports(app, http, { ...sources, custom }),
      jobs: scheduleJobs(custom),
      subscriptions: scheduleSubscriptions(),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    reports: { layer: 5; facade: ReportsFacade };
  }
}
