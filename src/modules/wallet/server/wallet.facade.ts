import type { Context, ReadContext } from "#base/server/context.ts";
import type { Tx } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import type { AdSpendInvoicing } from "../contract/enums.ts";
import { listAdSpendMonths, saveAdSpendMonth } from "./ad-spend-months.store.ts";
import { findWriteLock } from "./audits.store.ts";
import { type BalanceOutlook, loadOutlook } from "./available-balance.ts";
import { depositMissing } from "./begin-deposit.ts";
import {
  type ChargeInput,
  type CreditInput,
  charge,
  credit,
  type RefundChargeInput,
  refundCharge,
} from "./charge.ts";
import {
  capturePayment,
  type HeldPayment,
  type HeldPaymentKey,
  holdPayment,
  returnPayment,
} from "./hold-payment.ts";
import type { HoldKey } from "./holds.store.ts";
import {
  type Growth,
  type HoldInput,
  hold,
  loadFree,
  previewHolds,
  release,
  requireFundsFor,
} from "./holds.ts";
import { type Balance, loadBalance } from "./ledger.ts";
import { loadLedgerState } from "./ledger-state.ts";
import { liftWriteLock } from "./lift-write-lock.ts";
import { confirmPayout, refusePayout, startPayout } from "./payouts.ts";
import { type RefundDepositInput, refundDeposit } from "./refund-deposit.ts";
import { settleSpends } from "./settle-spend.ts";
import type { SpendReport } from "./settled-days.store.ts";
import { findEntry } from "./statement/find-entry.ts";
import { findLedgerMonth, streamLedgerEntries } from "./statement/ledger-month.ts";
import { listSpendingMerchants, sumCoveredSpend } from "./sum-covered-spend.ts";
import { findLastEntryId, listGatewayEntries, sumCapturedSpend, sumPaymentEntries } from "./sum-entries.ts";
import { sumFees, sumSettledSpend } from "./sum-ledger-days.ts";
import { findTopUpSettings } from "./top-ups.store.ts";
import { defaultAdSpendInvoicing, minWithdrawalHalalas, type WalletSettings } from "./wallet.deps.ts";
import { loadWalletNotices } from "./wallet-notices.ts";
import { listOpenPayouts, listWithdrawals } from "./withdrawals.store.ts";

export type { LedgerEntry, LedgerMonth } from "./statement/ledger-month.ts";
/** How a month's entries are written and sealed, for proof files. */
export { computeSeal, makeEntriesHash, toEntryLine } from "./statement/seal.ts";
export type { WalletNotices } from "./wallet-notices.ts";

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
  /** An automatic top-up that is planned or was stopped by its card, and the chargebacks of the last days. */
  loadNotices: typeof loadWalletNotices;
  /**
   * Pays for a subscription or an order from the available balance, once for a key. Refuses
   * `wallet.balance_not_enough`.
   */
  charge(ctx: Context, input: ChargeInput): Promise<void>;
  /** Gives back all or part of a charge, once for a key. */
  refundCharge(ctx: Context, input: RefundChargeInput): Promise<void>;
  /**
   * Pays for something that is still to be delivered: the money is held, once for a subject. Refuses
   * `wallet.balance_not_enough`.
   */
  holdPayment(ctx: Context, input: HeldPayment): Promise<void>;
  /** All that is held for it becomes a sale: it was delivered. */
  capturePayment(ctx: Context, key: HeldPaymentKey): Promise<void>;
  /** All that is held for it is available again: it will not be delivered. */
  returnPayment(ctx: Context, key: HeldPaymentKey): Promise<void>;
  /**
   * Begins a deposit by card of exactly what the free balance lacks for a purchase (at least what a card can pay), in the
   * caller's transaction; null when nothing is missing. `wallet.deposited` reports it. Refuses as a deposit does.
   */
  depositMissing: ReturnType<typeof depositMissing>;
  /** Gives credit, once for a key: the platform's own money. */
  credit(ctx: Context, input: CreditInput): Promise<void>;
  /**
   * Gives back all or a part of a deposit to its card, as staff decide; the money is held until the gateway answers.
   * Refuses `base.not_found`, `wallet.balance_not_enough`, `payments.refund_too_large`.
   */
  refundDeposit(ctx: Context, input: RefundDepositInput): Promise<void>;
  /** What is less than this cannot be withdrawn. */
  minWithdrawalHalalas: number;
  /** The wallet's balances; all zero before its first entry. */
  loadBalance(ctx: ReadContext): Promise<Balance>;
  /** What may leave the available balance, in halalas: below zero while more is owed, or lacking in holds, than there is. */
  loadFree: typeof loadFree;
  /** An entry of the statement by its number; undefined when the merchant has none. */
  findEntry: typeof findEntry;
  /** A month of the ledger as a range of entries, with its seal once it has one; undefined without entries. */
  findLedgerMonth: typeof findLedgerMonth;
  /** The entries of such a range in their order, in batches. */
  streamLedgerEntries: typeof streamLedgerEntries;
  /** The merchant's withdrawals, newest first. */
  listWithdrawals: typeof listWithdrawals;
  /** All merchants' open transfers to bank accounts, oldest first: staff make them by hand. */
  listOpenPayouts: typeof listOpenPayouts;
  /** Staff begin a transfer: the merchant can no longer cancel it. Refuses `wallet.no_open_payout`. */
  startPayout: typeof startPayout;
  /** The transfer was made. Refuses `wallet.no_open_payout`, `wallet.bank_reference_used`. */
  confirmPayout: typeof confirmPayout;
  /** The transfer was not made: its money is available again. Refuses `wallet.no_open_payout`. */
  refusePayout: typeof refusePayout;
  /** What the ledger holds of payments, by the keys of its entries: to compare it with other books. */
  sumPaymentEntries: typeof sumPaymentEntries;
  /** The payments that the ledger's entries with the gateways name, in the order of the entries. */
  listGatewayEntries: typeof listGatewayEntries;
  /** The number of the last entry with a gateway; 0 before the first. */
  findLastEntryId: typeof findLastEntryId;
  /** The captured ad spend of campaigns by Riyadh day. */
  sumCapturedSpend: typeof sumCapturedSpend;
  /** Merchants that spent anything and whose ledger moved since a month began, in their order. */
  listSpendingMerchants: typeof listSpendingMerchants;
  /** The ad spend that the merchant's money covered, by the month it belongs to and campaign. */
  sumCoveredSpend: typeof sumCoveredSpend;
  /** The captured ad spend by campaign and day, and what plans and services cost by day. */
  sumSettledSpend: typeof sumSettledSpend;
  sumFees: typeof sumFees;
  /** How ad spend is treated for VAT in months that are not fixed yet. */
  adSpendInvoicing: AdSpendInvoicing;
  /** How the ad spend of months is treated, the oldest first; months that are not fixed yet are left out. */
  listAdSpendMonths: typeof listAdSpendMonths;
  /** Fixes how a month's ad spend is treated, as the setting says; a month that is fixed already stays as it is. */
  fixAdSpendMonth(tx: Tx, input: { month: string; now: Date }): Promise<void>;
  /** Why money writes are stopped, since when, and whether a check of the whole has passed since. */
  findWriteLock: typeof findWriteLock;
  /** Whether the ledger's own checks pass and finish in time, at a time of the system clock. */
  loadLedgerState: typeof loadLedgerState;
  /** Refuses `wallet.check_not_passed` until a check of the whole ledger has passed after the repair. */
  liftWriteLock: typeof liftWriteLock;
  /** Whether the automatic top-up charges this card. */
  isTopUpCard(ctx: ReadContext, cardId: string): Promise<boolean>;
}

export function makeWalletFacade(deps: {
  payments: Pick<PaymentsFacade, "hasCard" | "findPaid" | "requestRefund" | "createIntent">;
  log: Log;
  settings?: Pick<WalletSettings, "adSpendInvoicing">;
}): WalletFacade {
  const invoicing = deps.settings?.adSpendInvoicing ?? defaultAdSpendInvoicing;
  return {
    hold: hold(deps),
    requireFunds: requireFundsFor(deps),
    previewHolds: previewHolds(deps),
    release: release(deps),
    settleSpends: settleSpends(deps),
    loadOutlook,
    loadNotices: loadWalletNotices,
    charge,
    refundCharge,
    holdPayment,
    capturePayment,
    returnPayment,
    depositMissing: depositMissing(deps),
    credit,
    refundDeposit: refundDeposit(deps),
    minWithdrawalHalalas,
    loadBalance,
    loadFree,
    findEntry,
    findLedgerMonth,
    streamLedgerEntries,
    listWithdrawals,
    listOpenPayouts,
    startPayout,
    confirmPayout,
    refusePayout,
    sumPaymentEntries,
    listGatewayEntries,
    findLastEntryId,
    sumCapturedSpend,
    listSpendingMerchants,
    sumCoveredSpend,
    sumSettledSpend,
    sumFees,
    adSpendInvoicing: invoicing,
    listAdSpendMonths,
    fixAdSpendMonth: (tx, input) => saveAdSpendMonth(tx, { ...input, invoicing }),
    findWriteLock,
    loadLedgerState,
    liftWriteLock,
    isTopUpCard: async (ctx, cardId) => {
      const settings = await findTopUpSettings(ctx);
      return settings?.is_active === true && settings.card_id === cardId;
    },
  };
}
