import type { Clock } from "#base/server/clock.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import type { Log } from "#base/server/log.ts";
import { type BalanceOutlook, loadOutlook } from "./available-balance.ts";
import { type ReserveInput, setReserve } from "./reserves.ts";
import { type SpendReport, settleSpend, settleSpends } from "./settle-spend.ts";

/**
 * The wallet's interface for other modules. Money moves in the caller's transaction, so both commit or neither does.
 */
export interface WalletFacade {
  /**
   * Sets a campaign's reserve to a target amount. Growth refuses `wallet.card_required`, `wallet.balance_not_enough`.
   */
  setReserve(ctx: Context, input: ReserveInput): Promise<void>;
  /** Settles a campaign's total spend of a Riyadh day so far; a later report moves only the difference. */
  settleSpend(ctx: Context, report: SpendReport): Promise<void>;
  /** The same for many campaigns and days at once, each of them named once. */
  settleSpends(ctx: Context, reports: readonly SpendReport[]): Promise<void>;
  /** The level of the available balance, and, only while it is `low`, the day it ends at the recent pace. */
  loadOutlook(ctx: ReadContext): Promise<BalanceOutlook>;
}

export function makeWalletFacade(deps: { systemClock: Clock; log: Log }): WalletFacade {
  return {
    setReserve: setReserve(deps),
    settleSpend: settleSpend(deps),
    settleSpends: settleSpends(deps),
    loadOutlook,
  };
}
