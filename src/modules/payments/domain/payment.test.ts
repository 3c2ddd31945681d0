import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttemptState, IntentStatus, PaymentState } from "../contract/enums.ts";
import { decide, type KnownAttempt, type PaymentReading } from "./payment.ts";

const amount = 20_000;
const reading = (changes: Partial<PaymentReading> = {}): PaymentReading => ({
  state: "paid",
  amount,
  refunded: 0,
  currency: "SAR",
  failure: null,
  ...changes,
});
const facts = { intent: { status: "waiting" as IntentStatus, amount_halalas: amount }, known: null };

describe("what follows from a response of the gateway", () => {
  it("is success for a payment that fits its intent, and a dispute for any other amount or currency", () => {
    const ask = (changes: Partial<PaymentReading>) =>
      decide({ ...facts, reading: reading(changes), hasOtherOpenAttempt: false });
    expect(ask({})).toMatchObject({ attempt: "paid", intent: { status: "paid" }, events: ["succeeded"] });
    for (const wrong of [{ amount: amount + 1 }, { amount: amount - 1 }, { currency: "USD" }])
      expect(ask(wrong)).toEqual({ attempt: "disputed", intent: null, events: [], isDisputedMoney: true });
  });

  it("is failure only when no other attempt is open, and is told once", () => {
    const failed = { ...facts, reading: reading({ state: "failed", failure: "balance" }) };
    expect(decide({ ...failed, hasOtherOpenAttempt: true })).toMatchObject({ intent: null, events: [] });
    expect(decide({ ...failed, hasOtherOpenAttempt: false })).toMatchObject({
      intent: { status: "failed", failure: "balance" },
      events: ["failed"],
    });
    const again = { ...failed, intent: { ...facts.intent, status: "failed" as const } };
    expect(decide({ ...again, hasOtherOpenAttempt: false }).events).toEqual([]);
  });

  it("is neither success nor refund for a payment that was refunded in full before anybody knew of it", () => {
    const refunded = reading({ state: "refunded", refunded: amount });
    expect(decide({ ...facts, reading: refunded, hasOtherOpenAttempt: false })).toMatchObject({
      attempt: "refunded",
      intent: { status: "refunded" },
      events: [],
    });
  });
});

/** A payment's true course at the gateway: it is decided once, then its refund only grows. */
const course = fc
  .record({
    pending: fc.nat({ max: 2 }),
    isPaid: fc.boolean(),
    refunds: fc.array(fc.integer({ min: 1, max: amount }), { maxLength: 4 }),
  })
  .map(({ pending, isPaid, refunds }): PaymentReading[] => {
    const waits = Array.from({ length: pending }, () => reading({ state: "pending" }));
    if (!isPaid) return [...waits, reading({ state: "failed", failure: "refused" })];
    let sum = 0;
    const totals = refunds.map((each) => {
      sum = Math.min(amount, sum + each);
      return sum;
    });
    const refunded = totals.map((total) =>
      reading({ state: total === amount ? "refunded" : "paid", refunded: total }),
    );
    return [...waits, reading(), ...refunded];
  });

/** The responses as they reach us: in any order, some of them several times. */
const responses = course.chain((all) =>
  fc
    .array(fc.nat({ max: all.length - 1 }), { minLength: 1, maxLength: 15 })
    .map((order) => ({ all, seen: order.flatMap((index) => all[index] ?? []) })),
);

type World = { status: IntentStatus; known: KnownAttempt; succeeded: number; refunded: number[] };

function follow(seen: readonly PaymentReading[]): World {
  const world: World = { status: "waiting", known: null, succeeded: 0, refunded: [] };
  for (const one of seen) {
    const intent = { status: world.status, amount_halalas: amount };
    const decision = decide({ intent, known: world.known, reading: one, hasOtherOpenAttempt: false });
    if (decision.attempt !== null) world.known = { state: decision.attempt, refunded_halalas: one.refunded };
    world.status = decision.intent?.status ?? world.status;
    world.succeeded += decision.events.filter((event) => event === "succeeded").length;
    if (decision.events.includes("refunded")) world.refunded.push(one.refunded);
  }
  return world;
}

describe("in whatever order the responses come, and however often", () => {
  it("a payment succeeds at most once, money that came is never undone, and refunds only grow", () => {
    fc.assert(
      fc.property(responses, ({ seen }) => {
        const { status, known, succeeded, refunded } = follow(seen);
        const last: PaymentState[] = seen.map(({ state }) => state);
        const wasPaid = last.includes("paid") || last.includes("refunded");
        expect(succeeded).toBeLessThanOrEqual(1);
        expect(refunded).toEqual([...new Set(refunded)].sort((one, other) => one - other));
        const largest = Math.max(...seen.map((one) => one.refunded));
        const paidStates: AttemptState[] = ["paid", "refunded"];
        if (wasPaid) {
          expect(paidStates).toContain(known?.state);
          expect(known?.refunded_halalas).toBe(largest);
          expect(status).toBe(largest === amount ? "refunded" : "paid");
        }
        // What was published tells the whole: credited once and debited by the last refund, or never credited.
        if (succeeded === 1) expect(refunded.at(-1) ?? 0).toBe(largest);
        if (succeeded === 0) expect(refunded).toEqual([]);
      }),
    );
  });

  it("the end is the same once every response was seen, unless only the full refund came first", () => {
    fc.assert(
      fc.property(responses, ({ all, seen }) => {
        const inOrder = follow(all);
        const shuffled = follow([...seen, ...all]);
        const isFullFirst = seen.find(({ state }) => state !== "pending")?.refunded === amount;
        expect([shuffled.status, shuffled.known]).toEqual([inOrder.status, inOrder.known]);
        if (!isFullFirst) expect(shuffled.succeeded).toBe(inOrder.succeeded);
      }),
    );
  });
});
