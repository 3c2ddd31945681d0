import type { Clock } from "#base/server/clock.ts";
import type { Db, Tx } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Halalas } from "#base/shared/money.ts";
import { captureSpend, captureSpends, type SpendReport } from "./capture-spend.ts";
import { hasCard } from "./cards.store.ts";
import { type Outlook, outlookOf } from "./free-money.ts";
import { type Balance, balanceOf } from "./ledger.ts";
import { type ReserveWish, setReserve } from "./reserves.ts";

/** What other modules may ask of the wallet. Money moves in the caller's transaction, so that both agree. */
export interface WalletFacade {
  /** Target value of what a campaign holds back. Growth refuses `wallet.card_required`, `wallet.balance_not_enough`. */
  setReserve(tx: Tx, merchantId: string, wish: ReserveWish): Promise<void>;
  /** A campaign's spend of a Riyadh day so far; told again takes only the difference. */
  captureSpend(tx: Tx, merchantId: string, report: SpendReport): Promise<void>;
  /** The same of many campaigns and days at once, each of them named once. */
  captureSpends(tx: Tx, merchantId: string, reports: readonly SpendReport[]): Promise<void>;
  freeMoney(db: Db, merchantId: string): Promise<Halalas>;
  balanceOf(db: Db, merchantId: string): Promise<Balance>;
  hasCard(db: Db, merchantId: string): Promise<boolean>;
  /** How free money stands, and the day it ends at the recent pace; a day only while it stands low. */
  outlookOf(db: Db, merchantId: string): Promise<Outlook>;
}

export function makeWalletFacade({ worldClock, log }: { worldClock: Clock; log: Log }): WalletFacade {
  return {
    setReserve: (tx, merchantId, wish) => setReserve(worldClock, tx, merchantId, wish),
    captureSpend: (tx, merchantId, report) => captureSpend({ worldClock, log }, tx, merchantId, report),
    captureSpends: (tx, merchantId, reports) => captureSpends({ worldClock, log }, tx, merchantId, reports),
    freeMoney: async (db, merchantId) => (await balanceOf(db, merchantId)).free_halalas,
    balanceOf,
    hasCard,
    outlookOf: (db, merchantId) => outlookOf(worldClock, db, merchantId),
  };
}
