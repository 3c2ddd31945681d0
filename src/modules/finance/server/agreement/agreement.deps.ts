import type { Log } from "#base/server/log.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { FinanceDeps } from "../finance.deps.ts";

/** What the nightly agreement compares: it reads these modules and writes none of them. */
export type AgreementDeps = Pick<
  FinanceDeps,
  "db" | "systemClock" | "payments" | "wallet" | "billing" | "merchants"
> & {
  worldClock: FinanceDeps["systemClock"];
  figures: Pick<FiguresFacade, "listAccountSpend" | "findAccountSpend">;
  log: Log;
};
