import type { Handlers } from "#base/server/http/handlers.ts";
import type { truthCalls } from "../../contract/truth.calls.ts";
import { type ExportTruthDeps, exportTruth } from "./export-truth.ts";
import { listStepOrders, type StepOrdersDeps } from "./list-step-orders.ts";
import { type AttributionDeps, loadAttribution } from "./load-attribution.ts";
import { loadTruth, type TruthDeps } from "./load-truth.ts";
import { loadTruthRows, type TruthRowsDeps } from "./load-truth-rows.ts";

export type TruthRoutesDeps = TruthDeps & TruthRowsDeps & StepOrdersDeps & AttributionDeps & ExportTruthDeps;

/** The calls of the tab "truth". */
export function truthHandlers(deps: TruthRoutesDeps): Handlers<typeof truthCalls> {
  const truth = loadTruth(deps);
  const rows = loadTruthRows(deps);
  const attribution = loadAttribution(deps);
  const exportFile = exportTruth(deps);
  const stepOrders = listStepOrders(deps);
  return {
    "GET Clients/Reports/truth": ({ ctx, query }) => truth(ctx, query),
    "GET Clients/Reports/truth/rows": ({ ctx, query }) => rows(ctx, query),
    "GET Clients/Reports/truth/export": ({ ctx, query: { format, ...scope }, language }) =>
      exportFile(ctx, { scope, format, language }),
    "GET Clients/Reports/truth/attribution": ({ ctx, query }) => attribution(ctx, query),
    "GET Clients/Reports/truth/orders": ({ ctx, query, language }) => stepOrders(ctx, query, language),
  };
}
