import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { FinanceDeps } from "../finance.deps.ts";

export type AdSpendDeps = Pick<FinanceDeps, "wallet" | "billing"> & {
  figures: Pick<FiguresFacade, "listPlatforms">;
  messages: Messages;
  log: Log;
};
