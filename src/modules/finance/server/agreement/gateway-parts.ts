import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { intentPurposes } from "#modules/payments/contract/enums.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import { type AgreementRun, findListed } from "./agreement-runs.store.ts";
import { checkBooks } from "./check-books.ts";
import { checkChargebacks, toListed } from "./check-chargebacks.ts";
import { checkPayments, checkUnlisted } from "./check-payments.ts";
import { readTimeCursor, toTimeCursor } from "./cursors.ts";
import type { Part } from "./part.ts";

/** Payments that may each cost a call to their gateway, compared in one step. */
const callsAtOnce = 20;
/** Gateways settle late, and a refund may be carried out a day after it was requested: so far back they are asked again. */
const returnsOverlapDays = 8;
/** The payments read settlements once a day: what was settled later than that is left to the next night. */
const returnsSettleDays = 1;

/** What went back at the gateways in this time is compared. */
const toReturnsPeriod = ({ from_at, until_at }: Pick<AgreementRun, "from_at" | "until_at">) => ({
  from: shiftDays(from_at, -returnsOverlapDays),
  to: shiftDays(until_at, -returnsSettleDays),
});

const shiftDays = (at: Date, days: number) => startOfRiyadhDay(addDays(toRiyadhDay(at), days));

/** Every payment that the gateway lists, with what is recorded of it. */
export const listedPayments = (deps: AgreementDeps, gateway: string): Part => ({
  name: `payments:${gateway}`,
  async step({ from_at: from, until_at: to }, cursor) {
    const page = await deps.payments.listPaymentsMade(gateway, { from, to, cursor });
    const read = page.payments.map((theirs) => ({ paymentId: theirs.id, theirs }));
    return {
      comparisons: [await checkPayments(deps, deps.db, { gateway, read })],
      listed: { gateway, references: read.map(({ paymentId }) => paymentId) },
      next: page.next,
    };
  },
});

/** What the gateway lists as gone back: each chargeback, and the payment of each refund, however old it is. */
export const listedReturns = (deps: AgreementDeps, gateway: string): Part => ({
  name: `returns:${gateway}`,
  async step(run, cursor) {
    const page = await deps.payments.listReturns(gateway, { ...toReturnsPeriod(run), cursor });
    const chargebacks = page.returns.filter(({ kind }) => kind === "chargeback");
    const listed = chargebacks.map(toListed);
    const refunded = page.returns.map(({ paymentId: payment_id }) => ({ gateway, payment_id }));
    return {
      comparisons: [
        await checkChargebacks(deps, deps.db, { gateway, listed }),
        ...(await checkUnlisted(deps, deps.db, refunded)),
      ],
      listed: { gateway, references: chargebacks.map(({ id }) => id) },
      next: page.next,
    };
  },
});

/** Our payments of one purpose whose money changed: at their gateway, in the ledger or in the sales. */
const paidPayments = (deps: AgreementDeps, purpose: (typeof intentPurposes)[number]): Part => ({
  name: `paid:${purpose}`,
  async step({ from_at, until_at: until }, cursor) {
    const { at: changedAt, id } = readTimeCursor(cursor, from_at);
    const input = { purposes: [purpose], after: { changedAt, id }, until, size: callsAtOnce };
    const page = await deps.payments.listPaidPayments(deps.db, input);
    const last = page.length === callsAtOnce ? page.at(-1) : undefined;
    return {
      comparisons: [...(await checkUnlisted(deps, deps.db, page)), await checkBooks(deps, deps.db, page)],
      next: last ? toTimeCursor(last.changed_at, last.payment_id) : null,
    };
  },
});

/** The payments of refunds that the product requested and that are over. */
const finishedRefunds = (deps: AgreementDeps): Part => ({
  name: "refunds",
  async step({ from_at, until_at: until }, cursor) {
    const { at: changedAt, id } = readTimeCursor(cursor, from_at);
    const input = { purposes: intentPurposes, after: { changedAt, id }, until, size: callsAtOnce };
    const page = await deps.payments.listFinishedRefunds(deps.db, input);
    const last = page.length === callsAtOnce ? page.at(-1) : undefined;
    return {
      comparisons: [...(await checkUnlisted(deps, deps.db, page)), await checkBooks(deps, deps.db, page)],
      next: last ? toTimeCursor(last.changed_at, last.refund_id) : null,
    };
  },
});

/**
 * Our chargebacks that the gateways did not list though they were asked for that time, and what each brought about. Those
 * of the nights before are looked at again, since some were too new to be listed then.
 */
const recordedChargebacks = (deps: AgreementDeps): Part => ({
  name: "chargebacks",
  async step(run, cursor) {
    const { db, payments } = deps;
    const period = toReturnsPeriod(run);
    const { at: changedAt, id } = readTimeCursor(cursor, shiftDays(run.from_at, -2 * returnsSettleDays));
    const input = {
      purposes: intentPurposes,
      after: { changedAt, id },
      until: run.until_at,
      size: batchSize,
    };
    const page = await payments.listChargebacks(db, input);
    const comparisons = [await checkBooks(deps, db, page)];
    for (const gateway of payments.listGateways()) {
      const own = page.filter((one) => one.gateway === gateway);
      const ids = own.map(({ listed_id }) => listed_id);
      const listed = await findListed(db, gateway, ids);
      const missing = own
        .filter(({ settled_at: at }) => at >= period.from && at < period.to)
        .filter(({ listed_id }) => !listed.has(listed_id))
        .map(({ listed_id, payment_id, settled_at }) => ({
          id: listed_id,
          paymentId: payment_id,
          amount: null,
          day: toRiyadhDay(settled_at),
        }));
      comparisons.push(await checkChargebacks(deps, db, { gateway, listed: missing }));
    }
    const last = page.length === batchSize ? page.at(-1) : undefined;
    return { comparisons, next: last ? toTimeCursor(last.changed_at, last.chargeback_id) : null };
  },
});

const batchSize = 100;

/** What the payments recorded since the last agreement. */
export const recordedPayments = (deps: AgreementDeps): Part[] => [
  ...intentPurposes.map((purpose) => paidPayments(deps, purpose)),
  finishedRefunds(deps),
  recordedChargebacks(deps),
];
