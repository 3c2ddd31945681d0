import type { Context, ReadContext } from "#base/server/context.ts";
import type { Log } from "#base/server/log.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { type BalanceOutlook, loadOutlook } from "./available-balance.ts";
import type { HoldKey } from "./holds.store.ts";
import { type Growth, type HoldInput, hold, previewHolds, release, requireFundsFor } from "./holds.ts";
import { settleSpends } from "./settle-spend.ts";
import type { SpendReport } from "./settled-days.store.ts";

/**
 * The wallet's interface for other modules. Money moves in the caller's transaction, so both commit or neither does.
 */
export interface WalletFacade {
  /**
   * Holds a target amount for a purpose and subject. Growth refuses `wallet.card_required`, `wallet.balance_not_enough`.
   */
  hold(ctx: Context, input: HoldInput): Promise<void>;
  /** Refuses as a hold that grows by this amount would, and moves nothing: for several holds that belong together. */
  requireFunds(ctx: Context, input: Growth): Promise<void>;
  /**
   * What could be held now, read once: each call takes so much more from it, or refuses as a hold would. Moves nothing.
   */
  previewHolds(ctx: ReadContext): Promise<(growth: Growth) => void>;
  /** Releases all that is held for a purpose and subject. */
  release(ctx: Context, key: HoldKey): Promise<void>;
  /** Settles campaigns' total spend of Riyadh days so far, each named once; a later report moves only the difference. */
  settleSpends(ctx: Context, reports: readonly SpendReport[]): Promise<void>;
  /** The level of the available balance, and, only while it is `low`, the day it ends at the recent pace. */
  loadOutlook(ctx: ReadContext): Promise<BalanceOutlook>;
}

export function makeWalletFacade(deps: {
  payments: Pick<PaymentsFacade, "hasCard">;
  log: Log;
}): WalletFacade {
  return {
    hold: hold(deps),
    requireFunds: requireFundsFor(deps),
    previewHolds: previewHolds(deps),
    release: release(deps),
    settleSpends: settleSpends(deps),
    loadOutlook,
  };
}
