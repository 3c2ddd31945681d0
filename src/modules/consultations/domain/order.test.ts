import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moneyStates, orderStatuses } from "../contract/consultations-enums.ts";
import {
  findDueEnd,
  isConsultantAbsent,
  isJoinable,
  isMerchantAbsent,
  listActions,
  type OrderFacts,
  orderActions,
  type Side,
  toMoneyParts,
  transition,
} from "./order.ts";

const startsAt = new Date("2026-12-01T10:00:00Z");
const minutesAfter = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);
const anOrder = (facts: Partial<OrderFacts> = {}): OrderFacts => ({
  status: "created",
  starts_at: null,
  merchant_joined_at: null,
  consultant_joined_at: null,
  payment_state: "held",
  price_halalas: 29_900,
  ...facts,
});
const aMeeting = (facts: Partial<OrderFacts> = {}) =>
  anOrder({ status: "confirmed", starts_at: startsAt, consultant_joined_at: startsAt, ...facts });

const allowed: Record<string, Partial<Record<Side, string[]>>> = {
  created: { member: ["cancel"], staff: ["accept", "reject", "cancel"], system: ["cancel"] },
  accepted: { member: ["cancel"], staff: ["confirm", "cancel"], system: ["confirm", "cancel"] },
  rejected: { member: ["delete"] },
  confirmed: { member: ["cancel"], staff: ["cancel"], system: ["cancel"] },
  cancelled: { member: ["delete"] },
  completed: { member: ["delete"] },
  deleted: {},
};

describe("before its meeting an order", () => {
  it.each(
    orderStatuses.flatMap((status) =>
      (["member", "staff", "system"] as const).map((by) => [status, by] as const),
    ),
  )("that is %s allows the %s what the table says, and nothing else", (status, by) => {
    const order = anOrder({ status, starts_at: startsAt });
    expect(listActions(order, by, minutesAfter(-60))).toEqual(allowed[status]?.[by] ?? []);
  });
});

describe("the money of an order", () => {
  const sides = fc.constantFrom<Side>("member", "staff", "system");
  const step = fc.record({
    action: fc.constantFrom(...orderActions),
    by: sides,
    minutes: fc.integer({ min: -60, max: 60 }),
  });

  it("is held, earned or returned on every path, all of it always, and so is a voucher", () => {
    fc.assert(
      fc.property(
        // Zero: a voucher pays, or a coupon took all of the price.
        fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000_000 })),
        fc.array(step, { maxLength: 12 }),
        (paid, steps) => {
          let order = anOrder({ price_halalas: paid, starts_at: startsAt, consultant_joined_at: startsAt });
          for (const { action, by, minutes } of steps) {
            const decision = transition(order, { action, by, now: minutesAfter(minutes) });
            if (decision.kind === "refused") continue;
            const { change, money } = decision;
            expect(change.held_halalas + change.earned_halalas + change.returned_halalas).toBe(paid);
            expect(change[`${change.payment_state}_halalas`]).toBe(paid);
            // What left the hold never moves again: it is earned or returned once.
            if (order.payment_state !== "held")
              expect([money, change.payment_state]).toEqual([null, order.payment_state]);
            const hasEnded = ["rejected", "cancelled", "completed", "deleted"].includes(change.status);
            expect(change.payment_state !== "held").toBe(hasEnded);
            order = { ...order, ...change };
          }
        },
      ),
    );
  });

  it("is earned when it is completed, and returned when it is rejected or cancelled", () => {
    const completed = transition(aMeeting(), { action: "complete", by: "staff", now: startsAt });
    expect(completed).toMatchObject({ money: "earned", change: { held_halalas: 0, earned_halalas: 29_900 } });
    for (const action of ["reject", "cancel"] as const)
      expect(transition(anOrder(), { action, by: "staff", now: startsAt })).toMatchObject({
        money: "returned",
        change: { held_halalas: 0, returned_halalas: 29_900 },
      });
    for (const state of moneyStates)
      expect(toMoneyParts(1, state)).toEqual({
        held_halalas: state === "held" ? 1 : 0,
        earned_halalas: state === "earned" ? 1 : 0,
        returned_halalas: state === "returned" ? 1 : 0,
      });
  });
});

describe("a meeting", () => {
  it("is not completed before it begins, nor without the consultant", () => {
    const complete = (order: OrderFacts, minutes: number) =>
      transition(order, { action: "complete", by: "staff", now: minutesAfter(minutes) });
    expect(complete(aMeeting(), -1)).toEqual({ kind: "refused", code: "consultations.not_begun" });
    expect(complete(aMeeting(), 0).kind).toBe("changed");
    expect(complete(aMeeting({ consultant_joined_at: null }), 5)).toEqual({
      kind: "refused",
      code: "consultations.consultant_absent",
    });
  });

  it("is cancelled by its merchant until it begins, and by our staff at any time", () => {
    const cancel = (by: Side, minutes: number) =>
      transition(aMeeting(), { action: "cancel", by, now: minutesAfter(minutes) }).kind;
    expect(cancel("member", -1)).toBe("changed");
    expect(cancel("member", 0)).toBe("refused");
    expect(cancel("staff", 30)).toBe("changed");
  });

  it("counts a consultant as absent from the tenth minute on", () => {
    const none = aMeeting({ consultant_joined_at: null });
    expect(isConsultantAbsent(none, minutesAfter(9.9))).toBe(false);
    expect(isConsultantAbsent(none, minutesAfter(10))).toBe(true);
    expect(isConsultantAbsent(aMeeting({ consultant_joined_at: minutesAfter(9.9) }), minutesAfter(60))).toBe(
      false,
    );
    expect(isConsultantAbsent(aMeeting({ consultant_joined_at: minutesAfter(10) }), minutesAfter(11))).toBe(
      true,
    );
    expect(isConsultantAbsent(anOrder({ starts_at: startsAt }), minutesAfter(60))).toBe(false);
  });

  it("counts a merchant as absent after a quarter of an hour", () => {
    expect(isMerchantAbsent(aMeeting(), minutesAfter(14))).toBe(false);
    expect(isMerchantAbsent(aMeeting(), minutesAfter(15))).toBe(true);
    expect(isMerchantAbsent(aMeeting({ merchant_joined_at: minutesAfter(15) }), minutesAfter(60))).toBe(
      false,
    );
    expect(isMerchantAbsent(anOrder(), minutesAfter(60))).toBe(false);
  });

  it("opens a quarter of an hour before its start, until its end", () => {
    const meeting = { ...aMeeting(), ends_at: minutesAfter(45) };
    const open = [-16, -15, 0, 44, 45].map((minutes) => isJoinable(meeting, minutesAfter(minutes)));
    expect(open).toEqual([false, true, true, true, false]);
    expect(isJoinable({ ...meeting, status: "accepted" }, startsAt)).toBe(false);
  });
});

describe("an order that nobody ends", () => {
  const dayMinutes = 1_440;
  const due = (order: OrderFacts, minutes: number) =>
    findDueEnd({ ...order, ends_at: minutesAfter(45), updated_at: startsAt }, minutesAfter(minutes));

  it("ends a week after its meeting: completed when the consultant came in time, else returned", () => {
    const week = 45 + 7 * dayMinutes;
    expect(due(aMeeting(), week - 1)).toBeNull();
    expect(due(aMeeting(), week)).toBe("complete");
    expect(due(aMeeting({ merchant_joined_at: null }), week)).toBe("complete");
    expect(due(aMeeting({ consultant_joined_at: null }), week)).toBe("cancel");
    expect(due(aMeeting({ consultant_joined_at: minutesAfter(10) }), week)).toBe("cancel");
  });

  it("ends after 30 days without a time, and stays as it is once it has ended", () => {
    for (const status of ["created", "accepted"] as const) {
      expect(due(anOrder({ status }), 30 * dayMinutes - 1)).toBeNull();
      expect(due(anOrder({ status }), 30 * dayMinutes)).toBe("cancel");
    }
    for (const status of ["rejected", "cancelled", "completed", "deleted"] as const)
      expect(due(aMeeting({ status }), 100 * dayMinutes)).toBeNull();
  });

  it("is ended in a way that its status allows", () => {
    for (const order of [anOrder(), anOrder({ status: "accepted" }), aMeeting()]) {
      const now = minutesAfter(60 * dayMinutes);
      const action = findDueEnd({ ...order, ends_at: minutesAfter(45), updated_at: startsAt }, now);
      expect(action && transition(order, { action, by: "system", now }).kind).toBe("changed");
    }
  });
});
