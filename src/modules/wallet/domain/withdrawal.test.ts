import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  computeRest,
  endPart,
  isOpen,
  splitWithdrawal,
  toWithdrawalState,
  type WithdrawalPart,
} from "./withdrawal.ts";

const card = (number: number, amount_halalas: number, state: WithdrawalPart["state"] = "sending") =>
  ({ number, kind: "card", amount_halalas, state }) as const;
const bank = (number: number, amount_halalas: number, state: WithdrawalPart["state"] = "requested") =>
  ({ number, kind: "bank", amount_halalas, state }) as const;

describe("a withdrawal", () => {
  it("goes back to the newest payment first, within what it has left, and the rest to the bank", () => {
    const cards = [
      { id: "new", refundable_halalas: 300 },
      { id: "old", refundable_halalas: 500 },
    ];
    const { toCards, toBank } = splitWithdrawal(900, cards);
    expect(toCards.map(({ id, amount }) => [id, amount])).toEqual([
      ["new", 300],
      ["old", 500],
    ]);
    expect(toBank).toBe(100);
    expect(splitWithdrawal(300, cards)).toMatchObject({ toCards: [{ id: "new", amount: 300 }], toBank: 0 });
  });

  it("refused by a card goes to the bank account, to the same transfer", () => {
    const change = endPart([card(1, 300), bank(2, 100)], 1, { result: "refused", hasBankAccount: true });
    expect(change).toEqual({ parts: [card(1, 300, "refused"), bank(2, 400)], paid: 0, returned: 0 });
    const without = endPart([card(1, 300)], 1, { result: "refused", hasBankAccount: true });
    expect(without?.parts).toEqual([card(1, 300, "refused"), bank(2, 300)]);
  });

  it("refused by a card without a bank account is returned", () => {
    const change = endPart([card(1, 300)], 1, { result: "refused", hasBankAccount: false });
    expect(change).toEqual({ parts: [card(1, 300, "refused")], paid: 0, returned: 300 });
  });

  it.each([
    [[card(1, 1), bank(2, 1)], "sending"],
    [[bank(1, 1)], "requested"],
    [[card(1, 1, "done"), bank(2, 1)], "sending"],
    [[card(1, 1, "done"), bank(2, 1, "cancelled")], "done"],
    [[card(1, 1, "refused"), bank(2, 1, "cancelled")], "cancelled"],
    [[card(1, 1, "refused")], "refused"],
  ] as const)("with parts %j is %s", (parts, state) => expect(toWithdrawalState(parts)).toBe(state));

  it("always ends with requested = paid + returned, in whatever order and however often its parts end", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 5 });
    const results = fc.array(
      fc.record({
        number: fc.integer({ min: 1, max: 7 }),
        result: fc.constantFrom("done", "refused", "cancelled"),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 1, max: 60_000 }),
        fc.boolean(),
        results,
        (left, amount, hasBankAccount, steps) => {
          const { toCards, toBank } = splitWithdrawal(
            amount,
            left.map((refundable_halalas) => ({ refundable_halalas })),
          );
          let parts: WithdrawalPart[] = toCards.map((part, index) => card(index + 1, part.amount));
          if (toBank > 0) parts.push(bank(parts.length + 1, toBank));
          let [paid, returned] = [0, 0];
          const end = (number: number, result: "done" | "refused" | "cancelled") => {
            const change = endPart(parts, number, { result, hasBankAccount });
            if (!change) return;
            parts = change.parts;
            paid += change.paid;
            returned += change.returned;
            const open = parts.filter(isOpen).reduce((sum, part) => sum + part.amount_halalas, 0);
            expect(paid + returned + open).toBe(amount);
          };
          for (const { number, result } of steps) end(number, result as "done");
          for (let open = parts.find(isOpen); open; open = parts.find(isOpen)) end(open.number, "refused");
          expect(paid + returned).toBe(amount);
          expect(toWithdrawalState(parts) === "done").toBe(paid > 0);
        },
      ),
    );
  });
});

it("withdrawals rest for 24 hours after the later of two changes, and not a moment longer", () => {
  const at = (time: string) => new Date(`2026-11-${time}:00Z`);
  const changes = [at("20T10:00"), at("20T12:00"), null];
  expect(computeRest(changes, at("21T11:59"))).toEqual(at("21T12:00"));
  expect(computeRest(changes, at("21T12:00"))).toBeNull();
  expect(computeRest([null], at("21T12:00"))).toBeNull();
});
