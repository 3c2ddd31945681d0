import fc from "fast-check";
import { systemClock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { listRefundable } from "#modules/payments/server/list-refundable.ts";
import { recordChargeback } from "../server/apply-chargeback.ts";
import { applyPayment } from "../server/apply-payment.ts";
import { saveBankAccount } from "../server/bank-accounts.store.ts";
import { cancelWithdrawal } from "../server/cancel-withdrawal.ts";
import { finishRefund } from "../server/finish-refund.ts";
import { requestWithdrawal } from "../server/request-withdrawal.ts";
import { depositBounds } from "../server/wallet.deps.ts";
import type { WalletFacade } from "../server/wallet.facade.ts";
import { paymentsWithCards } from "./builders.ts";

/** Everything that moves a merchant's money, for properties of the wallet. `which`: one of those that are there. */
type Steps = {
  deposit: { amount: number };
  start: { campaign: number; amount: number };
  release: { campaign: number; amount: number };
  relaunch: { campaign: number };
  spend: { campaign: number; day: number; amount: number };
  charge: { amount: number };
  refundCharge: { which: number; amount: number };
  credit: { amount: number };
  /** The gateway gave back by itself. */
  gatewayRefund: { which: number; amount: number };
  /** Staff give back a deposit; ends as a withdrawal does. */
  staffRefund: { which: number; amount: number };
  chargeback: { which: number; amount: number };
  winChargeback: { which: number };
  withdraw: { amount: number };
  endWithdrawal: { which: number; end: "done" | "refused" | "cancelled" };
};
type Kind = keyof Steps;
export type MoneyStep = { [K in Kind]: Steps[K] & { kind: K } }[Kind];

const upTo = (max: number) => fc.integer({ min: 1, max });
const campaign = upTo(3);
const amount = fc.integer({ min: 0, max: 20_000 });
const which = fc.nat(9);
const end = fc.constantFrom("done" as const, "refused" as const, "cancelled" as const);
const step = <K extends Kind>(kind: K, fields: { [F in keyof Steps[K]]: fc.Arbitrary<Steps[K][F]> }) =>
  fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<MoneyStep>;

export const moneyStep: fc.Arbitrary<MoneyStep> = fc.oneof(
  step("deposit", { amount: upTo(40_000) }),
  { arbitrary: step("start", { campaign, amount }), weight: 3 },
  step("release", { campaign, amount }),
  { arbitrary: step("relaunch", { campaign }), weight: 2 },
  { arbitrary: step("spend", { campaign, day: fc.integer({ min: 19, max: 21 }), amount }), weight: 4 },
  { arbitrary: step("charge", { amount: upTo(20_000) }), weight: 2 },
  step("refundCharge", { which, amount: upTo(20_000) }),
  step("credit", { amount: upTo(40_000) }),
  step("gatewayRefund", { which, amount: upTo(40_000) }),
  step("staffRefund", { which, amount: upTo(20_000) }),
  { arbitrary: step("chargeback", { which, amount: upTo(40_000) }), weight: 2 },
  step("winChargeback", { which }),
  step("withdraw", { amount: upTo(20_000) }),
  { arbitrary: step("endWithdrawal", { which, end }), weight: 2 },
);

type Deposit = { id: string; amount: number; refunded: number; chargedBack: number };
type Chargeback = { id: string; payment_id: string; deposit_id: string; amount_halalas: number };
export type MoneyWorld = {
  /** Campaigns that run. */
  running: Set<string>;
  /** What is to be held for each campaign. */
  targets: Map<string, number>;
  deposits: Deposit[];
  charges: { key: string; left: number }[];
  chargebacks: Chargeback[];
};
export const newWorld = (): MoneyWorld => ({
  running: new Set(),
  targets: new Map(),
  deposits: [],
  charges: [],
  chargebacks: [],
});

type Deps = {
  own(): ReadContext;
  wallet: WalletFacade;
  deposit(amount: number, id: string): Promise<void>;
};
type Input<K extends Kind> = { step: Steps[K]; index: number; world: MoneyWorld };

/** Carries out one step as the product would, once each for its index; a refusal moves nothing. */
export function performSteps(deps: Deps) {
  const acts = { ...campaignActs(deps), ...saleActs(deps), ...returnActs(deps), ...withdrawalActs(deps) };
  return async ({ kind, ...step }: MoneyStep, index: number, world: MoneyWorld): Promise<void> => {
    const act = acts[kind] as (input: { step: object; index: number; world: MoneyWorld }) => Promise<unknown>;
    await act({ step, index, world });
  };
}

/** Where withdrawals go that no card takes. */
export const aBankAccount = (ctx: ReadContext) =>
  transact(ctx, (ctx) =>
    saveBankAccount(ctx, { iban: "SA0380000000608010167519", holder_name: "نورة" }, ctx.now),
  );

const inTx = <T>({ own }: Deps, work: (ctx: Context) => Promise<T>) => transact(own(), work);

function campaignActs(deps: Deps) {
  const { wallet } = deps;
  const hold = (amount_halalas: number, subject: string) =>
    isAccepted(
      inTx(deps, (ctx) => wallet.hold(ctx, { purpose: "campaign", subject, amount_halalas, title: "" })),
    );
  const run = async ({ running, targets }: MoneyWorld, id: string, target: number) => {
    if (target === 0 || !(await hold(target, id))) return;
    targets.set(id, target);
    running.add(id);
  };
  return {
    start: ({ step, world }: Input<"start">) => {
      const id = `cmp_${step.campaign}`;
      return run(world, id, Math.max(step.amount, world.targets.get(id) ?? 0));
    },
    relaunch: ({ step, world }: Input<"relaunch">) => {
      const id = `cmp_${step.campaign}`;
      return run(world, id, world.targets.get(id) ?? 0);
    },
    async release({ step, world }: Input<"release">) {
      const id = `cmp_${step.campaign}`;
      const lower = Math.min(step.amount, world.targets.get(id) ?? 0);
      world.running.delete(id);
      if (await hold(lower, id)) world.targets.set(id, lower);
    },
    spend: ({ step: { campaign, day, amount } }: Input<"spend">) =>
      inTx(deps, (ctx) =>
        wallet.settleSpends(ctx, [
          { campaign_id: `cmp_${campaign}`, day: `2026-11-${day}` as RiyadhDay, total_halalas: amount },
        ]),
      ),
  };
}

function saleActs(deps: Deps) {
  const { wallet } = deps;
  return {
    async charge({ step, index, world }: Input<"charge">) {
      const key = `c${index}`;
      const sale = { key, purpose: "order", reference: "ord_1", amount_halalas: step.amount } as const;
      if (await isAccepted(inTx(deps, (ctx) => wallet.charge(ctx, sale))))
        world.charges.push({ key, left: step.amount });
    },
    async refundCharge({ step, index, world }: Input<"refundCharge">) {
      const sale = pick(world.charges, step.which);
      const amount_halalas = Math.min(step.amount, sale?.left ?? 0);
      if (!sale || amount_halalas === 0) return;
      sale.left -= amount_halalas;
      const refund = { key: `${sale.key}:${index}`, reference: "ord_1", amount_halalas };
      await inTx(deps, (ctx) => wallet.refundCharge(ctx, refund));
    },
    credit: ({ step, index }: Input<"credit">) =>
      inTx(deps, (ctx) =>
        wallet.credit(ctx, { key: `k${index}`, reference: "mer_1", amount_halalas: step.amount }),
      ),
  };
}

function returnActs(deps: Deps) {
  const { own, wallet } = deps;
  const loadPaymentId = async ({ id }: Deposit) =>
    (await own().db.one<{ id: string }>(sql`select id from payments.attempts where intent_id = ${id}`)).id;
  const report = (chargeback: Chargeback, isWon: boolean) =>
    inTx(deps, (ctx) => recordChargeback(ctx, chargeback, { isWon }));
  return {
    async deposit({ step, index, world }: Input<"deposit">) {
      const id = `dep_${index}`;
      await deps.deposit(step.amount, id);
      world.deposits.push({ id, amount: step.amount, refunded: 0, chargedBack: 0 });
    },
    async gatewayRefund({ step, world }: Input<"gatewayRefund">) {
      const deposit = pick(world.deposits, step.which);
      if (!deposit) return;
      deposit.refunded = Math.min(deposit.refunded + step.amount, deposit.amount - deposit.chargedBack);
      const facts = {
        deposit_id: deposit.id,
        amount_halalas: deposit.amount,
        reported_at: systemClock.now(),
      };
      const payment = { payment_id: await loadPaymentId(deposit), refunded_halalas: deposit.refunded };
      await inTx(deps, (ctx) => applyPayment(ctx, { ...facts, ...payment }));
    },
    async staffRefund({ step, world }: Input<"staffRefund">) {
      const deposit = pick(world.deposits, step.which);
      if (!deposit) return;
      const refund = { payment_id: await loadPaymentId(deposit), amount_halalas: step.amount, reason: "x" };
      await isAccepted(inTx(deps, (ctx) => wallet.refundDeposit(ctx, refund)));
    },
    async chargeback({ step, index, world }: Input<"chargeback">) {
      const deposit = pick(world.deposits, step.which);
      if (!deposit) return;
      const left = deposit.amount - deposit.refunded - deposit.chargedBack;
      const amount_halalas = Math.min(step.amount, left);
      if (amount_halalas === 0) return;
      deposit.chargedBack += amount_halalas;
      const ids = { id: `chb_${index}`, payment_id: await loadPaymentId(deposit), deposit_id: deposit.id };
      const chargeback = { ...ids, amount_halalas };
      world.chargebacks.push(chargeback);
      await report(chargeback, false);
    },
    async winChargeback({ step, world }: Input<"winChargeback">) {
      const chargeback = pick(world.chargebacks, step.which);
      if (chargeback) await report(chargeback, true);
    },
  };
}

type WithdrawalDeps = Parameters<typeof requestWithdrawal>[0];
type OpenPart = { withdrawal_id: string; kind: "card" | "bank"; refund_id: string };

/** Every code confirms. */
const withdrawalDeps = {
  systemClock,
  settings: {
    ...depositBounds,
    withdrawalDailyLimitHalalas: 100_000_000,
    withdrawalRests: false,
    adSpendInvoicing: "monthly",
  },
  payments: { ...paymentsWithCards, listRefundable },
  merchants: { confirm: async () => ({ kind: "confirmed" }), loadMobileChangedAt: async () => null },
} as unknown as WithdrawalDeps;

function withdrawalActs(deps: Deps) {
  const { own, wallet } = deps;
  const caller = { address: "192.0.2.1" } as Parameters<ReturnType<typeof requestWithdrawal>>[1]["caller"];
  const endPart = ({ withdrawal_id: withdrawalId, kind, refund_id: refundId }: OpenPart, end: Ending) => {
    if (end.result === "cancelled") return cancelWithdrawal(own(), { withdrawalId });
    const { result } = end;
    if (kind === "card") return inTx(deps, (ctx) => finishRefund(ctx, { refundId, result, failure: null }));
    return inTx(deps, (ctx) =>
      result === "done"
        ? wallet.confirmPayout(ctx, { withdrawalId, bank_reference: end.bankReference })
        : wallet.refusePayout(ctx, { withdrawalId, reason: "x" }),
    );
  };
  return {
    withdraw: ({ step }: Input<"withdraw">) =>
      isAccepted(
        requestWithdrawal(withdrawalDeps)(own(), { amount_halalas: step.amount, code: "1", caller }),
      ),
    async endWithdrawal({ step, index }: Input<"endWithdrawal">) {
      const open = await own().db.many<OpenPart>(sql`
        select withdrawal_id, kind, refund_id from wallet.withdrawal_parts where state in ('requested', 'sending')
        order by withdrawal_id, number`);
      const part = pick(open, step.which);
      const end = { result: step.end, bankReference: `FT${index}` };
      if (part) await isAccepted(endPart(part, end));
    },
  };
}
type Ending = { result: "done" | "refused" | "cancelled"; bankReference: string };

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];

/** What a wallet may answer instead of moving money. */
const refusals = [
  "wallet.balance_not_enough",
  "wallet.withdrawal_too_small",
  "wallet.withdrawal_not_cancellable",
  "wallet.no_open_payout",
  "payments.refund_too_large",
];

const isAccepted = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: { code?: string }) => {
      if (refusals.includes(error.code ?? "")) return false;
      throw error;
    },
  );
