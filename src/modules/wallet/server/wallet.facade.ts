import type { Clock } from "#base/server/clock.ts";
import type { Db, Tx } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Halalas } from "#base/shared/money.ts";
import { type BalanceOutlook, loadOutlook } from "./available-balance.ts";
import { hasCard } from "./cards.store.ts";
import { type Balance, loadBalance } from "./ledger.ts";
import { type ReserveInput, setReserve } from "./reserves.ts";
import { type SpendReport, settleSpend, settleSpends } from "./settle-spend.ts";

/** What other modules may ask of the wallet. Money moves in the caller's transaction, so that both agree. */
export interface WalletFacade {
  /** Target value of what a campaign holds back. Growth refuses `wallet.card_required`, `wallet.balance_not_enough`. */
  setReserve(tx: Tx, merchantId: string, input: ReserveInput): Promise<void>;
  /** A campaign's spend of a Riyadh day so far; told again takes only the difference. */
  settleSpend(tx: Tx, merchantId: string, report: SpendReport): Promise<void>;
  /** The same of many campaigns and days at once, each of them named once. */
  settleSpends(tx: Tx, merchantId: string, reports: readonly SpendReport[]): Promise<void>;
  loadAvailableHalalas(db: Db, merchantId: string): Promise<Halalas>;
  loadBalance(db: Db, merchantId: string): Promise<Balance>;
  hasCard(db: Db, merchantId: string): Promise<boolean>;
  /** How free money stands, and the day it ends at the recent pace; a day only while it stands low. */
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
