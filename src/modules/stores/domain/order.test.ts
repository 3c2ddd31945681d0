import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { orderStatuses } from "../contract/enums.ts";
import { anOrder } from "../testing/fake-platform.ts";
import { computeDeliveredAt, decideOrder, type OrderSnapshot } from "./order.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, seconds));

describe("snapshots of an order", () => {
  it("end with the newest one, in whatever order and however often they come", () => {
    const snapshotTimes = fc.uniqueArray(
      fc.record({ changed: fc.integer({ min: 0, max: 5 }), read: fc.integer({ min: 0, max: 59 }) }),
      { minLength: 1, maxLength: 8, selector: ({ read }) => read },
    );
    fc.assert(
      fc.property(snapshotTimes, fc.infiniteStream(fc.nat()), fc.boolean(), (times, random, hasTimes) => {
        const all: OrderSnapshot[] = times.map(({ changed, read }) => ({
          readAt: at(read),
          order: anOrder({
            changedAt: hasTimes ? at(changed) : null,
            status: orderStatuses[read % 6] ?? "placed",
            total: halalas(100 + read),
          }),
        }));
        const draw = () => random.next().value ?? 0;
        const delivered = [...all, ...all].sort(() => (draw() % 2 === 0 ? 1 : -1));
        let stored: OrderSnapshot | null = null;
        for (const snapshot of delivered) if (decideOrder(stored, snapshot) !== "ignore") stored = snapshot;
        const newest = all.reduce((one, other) => (decideOrder(one, other) === "ignore" ? one : other));
        expect(stored).toEqual(newest);
      }),
    );
  });

  it("with the same content change nothing that counts", () => {
    const first = { order: anOrder({ changedAt: at(1), utm: { a: "1", b: "2" } }), readAt: at(1) };
    const again = { order: anOrder({ changedAt: at(2), utm: { b: "2", a: "1" } }), readAt: at(2) };
    expect(decideOrder(first, again)).toBe("confirm");
    expect(decideOrder(first, first)).toBe("ignore");
  });
});

describe("the time of delivery", () => {
  it("is the platform's, is kept through a refund, and is cleared when the order is under way again", () => {
    const delivered = { order: anOrder({ status: "delivered", changedAt: at(5) }), readAt: at(9) };
    expect(computeDeliveredAt(null, delivered)).toEqual(at(5));
    expect(computeDeliveredAt(at(3), delivered)).toEqual(at(3));
    expect(computeDeliveredAt(at(3), { order: anOrder({ status: "refunded" }), readAt: at(9) })).toEqual(
      at(3),
    );
    expect(computeDeliveredAt(at(3), { order: anOrder({ status: "placed" }), readAt: at(9) })).toBeNull();
  });
});
