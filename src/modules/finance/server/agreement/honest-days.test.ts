import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { type AgreementHarness, openAgreementHarness } from "../../testing/agreement-harness.ts";
import { agreeMoney } from "./agree-money.ts";

/** Days on which everybody does what they should, in any order: the agreement of the night after finds nothing. */

const clock = frozenClock("2026-11-21T00:00:00Z");
/** Three in the morning in Riyadh, when the first day begins: the agreement of the night before would run now. */
const start = new Date("2026-11-21T00:00:00Z").getTime();
const minuteMs = 60_000;
const dayMinutes = 1_440;
/** When the payments read settlements: 06:40 in UTC. */
const settlementsMinute = 400;
/** Every webhook was delivered by then, and the jobs of every minute ran once more. */
const lastMinute = dayMinutes - 5;

let gateways: Record<"moyasar" | "tap", FakeGateway>;
let harness: AgreementHarness;

beforeAll(async () => {
  gateways = { moyasar: makeFakeGateway({ clock }), tap: makeFakeGateway({ gateway: "tap", clock }) };
  harness = await openAgreementHarness([gateways.moyasar, gateways.tap], clock);
});
afterAll(() => harness.close());

const kinds = ["deposit", "order", "declined", "refund", "giveBack", "chargeback", "shown", "win"] as const;
type Kind = (typeof kinds)[number];
/** `lag`: minutes until the webhook comes. `pick` chooses a payment, `share` an amount of it in hundredths. */
type Move = { kind: Kind; at: number; lag: number; pick: number; share: number; isTap: boolean };
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom<Kind>("deposit", "order") },
    { weight: 3, arbitrary: fc.constantFrom(...kinds) },
  ),
  at: fc.integer({ min: 0, max: lastMinute - 1 }),
  lag: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 600 })),
  pick: fc.nat({ max: 50 }),
  share: fc.integer({ min: 1, max: 100 }),
  isTap: fc.boolean(),
});
const days = fc.array(fc.array(move, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });

type Paid = { gateway: "moyasar" | "tap"; id: string; amount: number; orderId: string | null };
/** What is to be done at a minute, in its order. */
type Task = { at: number; run(): Promise<void> };

/** A world of gateways and merchants that goes on day by day. */
function makeWorld() {
  const paid: Paid[] = [];
  const tasks: Task[] = [];
  const find = (one: Paid) => gateways[one.gateway].payments.get(one.id);
  const won = new Set<string>();
  const kept = (one: Paid) =>
    gateways.moyasar.chargebacks.filter(({ paymentId, id }) => paymentId === one.id && !won.has(id));
  const countLeft = (one: Paid) =>
    one.amount - (find(one)?.refunded ?? 0) - kept(one).reduce((sum, { amount }) => sum + amount, 0);
  const pick = ({ pick }: Move, all: readonly Paid[]) => all[pick % Math.max(1, all.length)];
  const tell = ({ at, lag }: Move, { gateway, id }: Paid) =>
    tasks.push({ at: Math.min(at + lag, lastMinute), run: () => harness.record(gateway, id) });

  function take(each: Move, intentId: string, what: Omit<Paid, "id">) {
    const one = { ...what, id: gateways[what.gateway].pay(intentId, what.amount).id };
    paid.push(one);
    tell(each, one);
  }
  const refundAtGateway = (each: Move, one: Paid, refunded: number) => {
    gateways[one.gateway].change(one.id, { state: "refunded", refunded: halalas(refunded) });
    tell(each, one);
  };

  const acts: Record<Kind, (each: Move) => Promise<void>> = {
    async deposit(each) {
      const gateway = each.isTap ? "tap" : "moyasar";
      const amount = 10_000 + each.share;
      take(each, await harness.begin(gateway, amount), { gateway, amount, orderId: null });
    },
    async order(each) {
      const { orderId, intentId, amount } = await harness.order();
      take(each, intentId, { gateway: "moyasar", amount, orderId });
    },
    async declined(each) {
      const amount = 5_000;
      const intentId = await harness.begin("moyasar", amount);
      gateways.moyasar.pay(intentId, amount, { state: "failed" });
      if (each.isTap) take(each, intentId, { gateway: "moyasar", amount, orderId: null });
    },
    /** The gateway gives a part back by itself, as somebody asked in its dashboard. */
    async refund(each) {
      const one = pick(each, paid);
      const sum = one && Math.ceil((countLeft(one) * each.share) / 100);
      if (one && sum) refundAtGateway(each, one, (find(one)?.refunded ?? 0) + sum);
    },
    /** Staff give a part back. */
    async giveBack(each) {
      const one = pick(each, paid);
      const sum = one && Math.ceil((countLeft(one) * each.share) / 100);
      if (!one || !sum) return;
      const own = harness.own("mer_1");
      const { billing, wallet } = harness.deps;
      const work = one.orderId
        ? billing.refundOrder(own, { orderId: one.orderId, amount_halalas: sum, reason: "test" })
        : transact(own, (ctx) =>
            wallet.refundDeposit(ctx, { payment_id: one.id, amount_halalas: sum, reason: "test" }),
          );
      await work.catch(ignoreRefusal);
      await harness.settle();
      tell(each, one);
    },
    async chargeback(each) {
      const one = pick(
        each,
        paid.filter(({ gateway }) => gateway === "moyasar"),
      );
      const sum = one && Math.ceil((countLeft(one) * each.share) / 100);
      if (!one || !sum || kept(one).length > 0) return;
      const id = `stl_${gateways.moyasar.chargebacks.length}:${one.id}:1`;
      const settledAt = clock.now();
      gateways.moyasar.chargebacks.push({ id, paymentId: one.id, amount: halalas(sum), settledAt });
    },
    /** The gateway shows a payment that was charged back as refunded, for its own books. */
    async shown(each) {
      const one = pick(
        each,
        paid.filter((known) => kept(known).length > 0),
      );
      if (one && countLeft(one) === 0) refundAtGateway(each, one, one.amount);
    },
    async win(each) {
      const known = await harness.db.many<{ listed_id: string }>(
        sql`select distinct listed_id from payments.chargebacks where won_at is null order by listed_id`,
      );
      const chargeback_id = known[each.pick % Math.max(1, known.length)]?.listed_id;
      if (!chargeback_id) return;
      won.add(chargeback_id);
      await transact(harness.own("mer_1"), (ctx) =>
        harness.deps.payments.winChargeback(ctx, { chargeback_id }),
      );
      await harness.settle();
    },
  };

  return {
    async passDay(day: number, moves: readonly Move[]) {
      const begin = start + day * dayMinutes * minuteMs;
      tasks.push(...moves.map((each) => ({ at: each.at, run: () => acts[each.kind](each) })));
      tasks.push({ at: settlementsMinute, run: () => harness.run("payments.read-chargebacks") });
      tasks.push({ at: lastMinute, run: () => harness.keepUp() });
      for (let task = takeFirst(tasks); task; task = takeFirst(tasks)) {
        clock.set(new Date(begin + task.at * minuteMs));
        await task.run();
      }
      clock.set(new Date(begin + dayMinutes * minuteMs));
    },
  };
}

/** The earliest task; of two at once the one that was planned first. */
function takeFirst(tasks: Task[]): Task | undefined {
  const first = tasks.reduce((found, { at }, index) => (at < (tasks[found]?.at ?? 0) ? index : found), 0);
  return tasks.splice(first, 1)[0];
}

/** What was not recorded yet, or has less left, is refused. */
function ignoreRefusal(error: unknown) {
  const { code = "" } = error as { code?: string };
  if (!/^[a-z]+\.[a-z_]+$/.test(code)) throw error;
}

describe("the agreement after honest days", () => {
  it("finds no difference, whatever happened in which order", async () => {
    await fc.assert(
      fc
        .asyncProperty(days, async (all) => {
          const world = makeWorld();
          for (const [day, moves] of all.entries()) {
            await world.passDay(day, moves);
            await agreeMoney(harness.deps)(harness.db);
            expect(await harness.listDifferences()).toEqual([]);
          }
          const parts = await harness.db.many(
            sql`select part from finance.agreement_parts where not is_done`,
          );
          expect(parts).toEqual([]);
        })
        .beforeEach(async () => {
          for (const gateway of Object.values(gateways)) gateway.reset();
          await harness.reset(new Date(start));
        }),
      { numRuns: 12 },
    );
  }, 120_000);
});
