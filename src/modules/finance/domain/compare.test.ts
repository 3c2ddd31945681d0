import { describe, expect, it } from "vitest";
import { compareLedger, compareSale, compareSpend, type PaidFacts } from "./compare-books.ts";
import { compareChargeback, comparePayment, settleMs } from "./compare-payment.ts";

const paid = { isMoney: true, amount: 100, refunded: 0 };
const hourMs = 3_600_000;

describe("a payment", () => {
  it.each([
    ["that nobody knows", null, null, []],
    ["that is no money on either side", { ...paid, isMoney: false }, { ...paid, isMoney: false }, []],
    ["that is no money and unknown here", null, { ...paid, isMoney: false }, []],
    ["that is the same", paid, paid, []],
    ["unknown here", null, paid, [{ kind: "payment_missing_here", ours: null, theirs: 100 }]],
    ["unknown there", paid, null, [{ kind: "payment_missing_there", ours: 100, theirs: null }]],
    [
      "paid there alone",
      { ...paid, isMoney: false },
      paid,
      [{ kind: "payment_state", ours: 0, theirs: 100 }],
    ],
    [
      "of another amount and refund",
      { ...paid, amount: 90 },
      { ...paid, refunded: 5 },
      [
        { kind: "payment_amount", ours: 90, theirs: 100 },
        { kind: "payment_refunded", ours: 0, theirs: 5 },
      ],
    ],
  ])("%s", (_what, ours, theirs, found) => {
    expect(comparePayment(ours, theirs)).toEqual(found);
  });

  it("counts as settled two hours after its last change, and after 26 once it is read daily", () => {
    expect(settleMs(48 * hourMs - 1)).toBe(2 * hourMs);
    expect(settleMs(48 * hourMs)).toBe(26 * hourMs);
  });
});

describe("a chargeback", () => {
  it.each([
    [10, 10, 5, false],
    [10, 12, 1, true],
    [10, 12, 0, false],
    [null, 12, 0, false],
    [null, 12, 1, true],
    [12, 10, 0, true],
    [12, null, 0, true],
  ])("of %s here and %s there with %s left differs: %s", (ours, theirs, left, differs) => {
    expect(compareChargeback(ours, theirs, { left }).length > 0).toBe(differs);
  });
});

const whole: PaidFacts = { ...paid, pending: 0, chargedBack: 0 };

describe("the ledger", () => {
  const ledger = { credited: 100, returned: 0, chargedBack: 0 };
  it("agrees with what was credited, went back and was charged back", () => {
    expect(compareLedger(whole, ledger)).toEqual([]);
    expect(
      compareLedger(
        { ...whole, refunded: 30, chargedBack: 20 },
        { ...ledger, returned: 30, chargedBack: 20 },
      ),
    ).toEqual([]);
  });
  it("takes nothing twice that a gateway shows as a refund after a chargeback", () => {
    expect(
      compareLedger({ ...whole, refunded: 100, chargedBack: 100 }, { ...ledger, chargedBack: 100 }),
    ).toEqual([]);
  });
  it("need not hold what went back in full before it was credited", () => {
    const none = { credited: null, returned: 0, chargedBack: 0 };
    expect(compareLedger({ ...whole, refunded: 100 }, none)).toEqual([]);
    expect(compareLedger(whole, none)).toEqual([{ kind: "ledger_deposit", ours: null, theirs: 100 }]);
  });
  it("holds nothing of what was never paid", () => {
    expect(compareLedger(null, ledger)).toEqual([{ kind: "ledger_deposit", ours: 100, theirs: null }]);
    expect(compareLedger({ ...whole, isMoney: false }, ledger)).toHaveLength(1);
  });
});

describe("a sale", () => {
  const order = { sold: 100, refunded: 0, isOrder: true };
  it("stands for the whole payment", () => {
    expect(compareSale(whole, order)).toEqual([]);
    expect(compareSale({ ...whole, amount: 90 }, order)).toMatchObject([
      { kind: "sale", ours: 100, theirs: 90 },
    ]);
    expect(compareSale(null, order)).toEqual([{ kind: "sale", ours: 100, theirs: null }]);
  });
  it("of an order counts a refund on its way, of a period one that went back", () => {
    const leaving = { ...whole, refunded: 10, pending: 20 };
    expect(compareSale(leaving, { ...order, refunded: 30 })).toEqual([]);
    expect(compareSale(leaving, { ...order, refunded: 10, isOrder: false })).toEqual([]);
    expect(compareSale(leaving, { ...order, refunded: 10 })).toMatchObject([{ kind: "sale_refund" }]);
  });
  it("may be missing while all of the payment goes back", () => {
    const none = { sold: null, refunded: null, isOrder: false };
    expect(compareSale({ ...whole, refunded: 40, pending: 60 }, none)).toEqual([]);
    expect(compareSale({ ...whole, refunded: 40 }, none)).toEqual([{ kind: "sale", ours: null, theirs: 60 }]);
  });
});

describe("captured spend", () => {
  it.each([
    [50, { spend: 50, hasAnswer: true }, []],
    [50, { spend: 60, hasAnswer: true }, [{ kind: "spend", ours: 50, theirs: 60 }]],
    [50, { spend: 50, hasAnswer: false }, [{ kind: "spend", ours: 50, theirs: null }]],
    [50, null, [{ kind: "spend", ours: 50, theirs: null }]],
    [0, { spend: 60, hasAnswer: false }, [{ kind: "spend", ours: 0, theirs: 60 }]],
    [0, null, []],
  ])("of %s beside %o", (captured, reported, found) => {
    expect(compareSpend(captured, reported)).toEqual(found);
  });
});
