import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { orderStatuses } from "../contract/enums.ts";
import type { StoreOrder } from "./order.ts";
import { computeProductDayChanges, computeProductDays } from "./product-sales.ts";

type Sold = Pick<StoreOrder, "status" | "placedAt" | "refunded" | "lines">;

const line = (returned: number | null = null, productId = "p1") => ({
  productId,
  quantity: 3,
  amount: halalas(300_00),
  returned,
});
const sold = (change: Partial<Sold> = {}): Sold => ({
  status: "delivered",
  placedAt: new Date("2026-11-20T21:30:00Z"),
  refunded: halalas(0),
  lines: [line()],
  ...change,
});

describe("what an order adds to its product's day", () => {
  it("is its units and amount, on the Riyadh day it was placed", () => {
    expect(computeProductDays(sold())).toEqual([
      {
        productId: "p1",
        day: "2026-11-21",
        unitsSold: 3,
        sales: 300_00,
        unitsReturned: 0,
        unitsReturnUnknown: 0,
      },
    ]);
  });

  it.each(["unpaid", "cancelled"] as const)("is nothing while it is %s", (status) => {
    expect(computeProductDays(sold({ status }))).toEqual([]);
  });

  it("is nothing where the store gives no lines", () => {
    expect(computeProductDays(sold({ lines: null }))).toEqual([]);
  });

  it.each([
    ["refunded in full, all of it", { status: "refunded" }, [3, 0]],
    ["refused on delivery, all of it", { status: "refused" }, [3, 0]],
    ["refunded in part, what the platform names", { refunded: halalas(100_00), lines: [line(1)] }, [1, 0]],
    ["refunded in part, unknown where it names nothing", { refunded: halalas(100_00) }, [0, 3]],
    ["never more than was sold", { lines: [line(9)] }, [3, 0]],
  ] as const)("counts as returned, %s", (_, change, returned) => {
    const [day] = computeProductDays(sold(change as Partial<Sold>));
    expect([day?.unitsReturned, day?.unitsReturnUnknown]).toEqual(returned);
  });
});

const anOrder = fc.record({
  status: fc.constantFrom(...orderStatuses),
  placedAt: fc.constantFrom(new Date("2026-11-20T09:00:00Z"), new Date("2026-11-20T21:30:00Z")),
  refunded: fc.constantFrom(halalas(0), halalas(50_00)),
  lines: fc.option(
    fc.uniqueArray(
      fc.record({
        productId: fc.constantFrom("p1", "p2", "p3"),
        quantity: fc.integer({ min: 1, max: 9 }),
        amount: fc.integer({ min: 0, max: 900_00 }).map(halalas),
        returned: fc.option(fc.integer({ min: 0, max: 9 })),
      }),
      { selector: ({ productId }) => productId, maxLength: 3 },
    ),
  ),
});

describe("changes of an order", () => {
  it("add up to its last state, however often it was corrected, and a re-read adds nothing", () => {
    fc.assert(
      fc.property(fc.array(anOrder, { minLength: 1, maxLength: 6 }), (versions) => {
        const stored = new Map<string, number[]>();
        let before: Sold | null = null;
        for (const after of versions) {
          const changes = computeProductDayChanges(computeProductDays(before), computeProductDays(after));
          for (const row of changes) {
            const key = `${row.day} ${row.productId}`;
            const sum = stored.get(key) ?? [0, 0, 0, 0];
            const added = [row.unitsSold, row.sales, row.unitsReturned, row.unitsReturnUnknown];
            stored.set(
              key,
              sum.map((value, index) => value + (added[index] ?? 0)),
            );
          }
          expect(computeProductDayChanges(computeProductDays(after), computeProductDays(after))).toEqual([]);
          before = after;
        }
        const expected = computeProductDays(before).map((row) => [
          `${row.day} ${row.productId}`,
          [row.unitsSold, row.sales, row.unitsReturned, row.unitsReturnUnknown],
        ]);
        const left = [...stored].filter(([, sums]) => sums.some((value) => value !== 0));
        expect(Object.fromEntries(left)).toEqual(Object.fromEntries(expected));
      }),
    );
  });
});
