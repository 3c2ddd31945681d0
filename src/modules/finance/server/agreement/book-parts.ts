import { addDays, daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import type { AgreementRun } from "./agreement-runs.store.ts";
import { checkBooks, paymentsSource } from "./check-books.ts";
import { checkChargebacks, toListedAgain } from "./check-chargebacks.ts";
import { checkPayments } from "./check-payments.ts";
import { checkSpend, type SpendPeriod } from "./check-spend.ts";
import { readTimeCursor, toTimeCursor } from "./cursors.ts";
import { type Comparison, type DifferenceRow, listUnchecked } from "./differences.store.ts";
import type { Part } from "./part.ts";

const entriesAtOnce = 200;
const salesAtOnce = 100;
const accountsAtOnce = 20;
const openAtOnce = 20;
/** Platforms correct the days of a week: as many are compared each night, and more after nights without an agreement. */
const correctedDays = 6;

/** The payments that the ledger's new entries with the gateways name: also those that no payment stands behind. */
export const ledgerEntries = (deps: AgreementDeps): Part => ({
  name: "entries",
  async step({ entries_from, entries_until: until }, cursor) {
    const after = cursor === null ? entries_from : Number(cursor);
    const page = await deps.wallet.listGatewayEntries(deps.db, { after, until, size: entriesAtOnce });
    const named = page.flatMap(({ merchant_id, payment_id }) =>
      payment_id === null ? [] : [{ merchant_id, payment_id }],
    );
    const last = page.length === entriesAtOnce ? page.at(-1) : undefined;
    return {
      comparisons: [await checkBooks(deps, deps.db, named)],
      next: last ? String(last.entry_id) : null,
    };
  },
});

/** The payments that something was sold for. */
export const sales = (deps: AgreementDeps): Part => ({
  name: "sales",
  async step({ business_from, business_until: until }, cursor) {
    const { at: soldAt, id: paymentId } = readTimeCursor(cursor, business_from);
    const after = { soldAt, paymentId };
    const page = await deps.billing.listSales(deps.db, { after, until, size: salesAtOnce });
    const last = page.length === salesAtOnce ? page.at(-1) : undefined;
    return {
      comparisons: [await checkBooks(deps, deps.db, page)],
      next: last ? toTimeCursor(last.sold_at, last.payment_id) : null,
    };
  },
});

/** The days that are over and may have changed since the last agreement. */
function toSpendPeriod({ business_from, business_until }: AgreementRun): SpendPeriod {
  const to = addDays(toRiyadhDay(business_until), -1);
  const days = Math.max(correctedDays, daysBetween(toRiyadhDay(business_from), to) + 1);
  return { from: addDays(to, 1 - days), to };
}

/** Captured ad spend by account and day. */
export const spend = (deps: AgreementDeps): Part => ({
  name: "spend",
  async step(run, cursor) {
    const [merchant_id = "", ad_account_id = ""] = (cursor ?? "").split(" ");
    const period = toSpendPeriod(run);
    const input = { after: { merchant_id, ad_account_id }, size: accountsAtOnce, ...period };
    const page = await deps.figures.listAccountSpend(deps.db, input);
    const comparisons: Comparison[] = [];
    for (const account of page) comparisons.push(await checkSpend(deps, deps.db, account, period));
    const last = page.length === accountsAtOnce ? page.at(-1) : undefined;
    return { comparisons, next: last ? `${last.merchant_id} ${last.ad_account_id}` : null };
  },
});

/** Differences of earlier nights that no other part has reached: they may be over by now. */
export const openDifferences = (deps: AgreementDeps): Part => ({
  name: "open",
  async step({ started_at: since }, cursor) {
    const page = await listUnchecked(deps.db, { since, after: Number(cursor ?? 0), size: openAtOnce });
    const comparisons: Comparison[] = [];
    for (const row of page) comparisons.push(...(await checkAgain(deps, row)));
    const last = page.length === openAtOnce ? page.at(-1) : undefined;
    return { comparisons, next: last ? String(last.id) : null };
  },
});

/** Of a gateway that has no keys any more nothing can be read: its differences stay. */
async function checkAgain(deps: AgreementDeps, row: DifferenceRow): Promise<Comparison[]> {
  const { kind, source, reference, merchant_id } = row;
  if (kind === "spend") return checkSpendAgain(deps, row);
  if (source === paymentsSource && merchant_id !== null)
    return [await checkBooks(deps, deps.db, [{ merchant_id, payment_id: reference }])];
  if (kind === "chargeback")
    return [await checkChargebacks(deps, deps.db, { gateway: source, listed: [toListedAgain(row)] })];
  if (!deps.payments.listGateways().includes(source)) return [];
  const theirs = await deps.payments.findPaymentMade(source, reference);
  const read = [{ paymentId: reference, theirs }];
  return [await checkPayments(deps, deps.db, { gateway: source, read })];
}

async function checkSpendAgain(deps: AgreementDeps, row: DifferenceRow): Promise<Comparison[]> {
  if (row.merchant_id === null) return [];
  const period = { from: row.day as RiyadhDay, to: row.day as RiyadhDay };
  const id = { merchant_id: row.merchant_id, ad_account_id: row.reference };
  const account = await deps.figures.findAccountSpend(deps.db, { ...id, ...period });
  return account ? [await checkSpend(deps, deps.db, account, period)] : [];
}
