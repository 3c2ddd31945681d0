import { defineModule } from "#base/server/module.ts";
import { reportsCalls } from "../contract/reports.calls.ts";
import { reportSources } from "./report-sources.ts";
import { mountReports } from "./reports.routes.ts";

export const server = defineModule({
  name: "reports",
  layer: 5,
  needs: ["figures", "wallet", "stores", "ad-accounts", "campaigns"],
  calls: reportsCalls,
  build({ facades: { "ad-accounts": adAccounts, ...facades } }) {
    const deps = reportSources({ ...facades, adAccounts });
    return { mount: (app, http) => mountReports(app, http, deps) };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    reports: { layer: 5 };
  }
}
