import type { Clock } from "#base/server/clock.ts";
import type { Db, Tx } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Halalas } from "#base/shared/money.ts";
import { type BalanceOutlook, loadOutlook } from "./available-balance.ts";
import { hasCard } from "./cards.store.ts";
import { type Balance, loadBalance } from "./ledger.ts";
import { type ReserveInput, setReserve } from "./reserves.ts";
import { type SpendReport, settleSpend, settleSpends } from "./settle-spend.ts";

/**
 * The wallet's interface for other modules. Money moves in the caller's transaction, so both commit or neither does.
 */
export interface WalletFacade {
  /**
   * Sets a campaign's reserve to a target amount. Growth refuses `wallet.card_required`, `wallet.balance_not_enough`.
   */
  setReserve(tx: Tx, merchantId: string, input: ReserveInput): Promise<void>;
  /** Settles a campaign's total spend of a Riyadh day so far; a later report moves only the difference. */
  settleSpend(tx: Tx, merchantId: string, report: SpendReport): Promise<void>;
  /** The same for many campaigns and days at once, each of them named once. */
  settleSpends(tx: Tx, merchantId: string, reports: readonly SpendReport[]): Promise<void>;
  loadAvailableHalalas(db: Db, merchantId: string): Promise<Halalas>;
  loadBalance(db: Db, merchantId: string): Promise<Balance>;
  hasCard(db: Db, merchantId: string): Promise<boolean>;
  /** The level of the available balance, and, only while it is `low`, the day it ends at the recent pace. */
  loadOutlook(db: Db, merchantId: string): Promise<BalanceOutlook>;
}

export function makeWalletFacade({ worldClock, log }: { worldClock: Clock; log: Log }): WalletFacade {
  return {
    setReserve: (tx, merchantId, input) => setReserve(worldClock, tx, merchantId, input),
    settleSpend: (tx, merchantId, report) => settleSpend({ worldClock, log }, tx, merchantId, report),
    settleSpends: (tx, merchantId, reports) => settleSpends({ worldClock, log }, tx, merchantId, reports),
    loadAvailableHalalas: async (db, merchantId) => (await loadBalance(db, merchantId)).available_halalas,
    loadBalance,
    hasCard,
    loadOutlook: (db, merchantId) => loadOutlook(worldClock, db, merchantId),
  };
}
