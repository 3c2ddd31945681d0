import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { orderStates } from "../contract/order-states.ts";
import { computeOrderDayChanges, orderSums, type ReportedOrder, toOrderState } from "./order-days.ts";

const anOrder: ReportedOrder = {
  order_id: "ord_1",
  store_id: "sto_1",
  reference: "4001",
  placed_at: new Date("2026-11-20T09:00:00Z"),
  day: "2026-11-20" as RiyadhDay,
  state: "preparing",
  is_cod: true,
  city_key: "riyadh",
  product_id: "p1",
  total_halalas: 20_000,
  refunded_halalas: 0,
  delivered_at: null,
  platform: "snapchat",
  campaign_id: "cmp_1",
  ad_id: "ad_1",
  witness: "click_id",
  clicked_day: "2026-11-19" as RiyadhDay,
  rival_campaign_id: null,
  rival_platform: null,
};

const orders = fc
  .record({
    state: fc.constantFrom(...orderStates),
    city_key: fc.constantFrom("", "riyadh", "jeddah"),
    campaign_id: fc.constantFrom("", "cmp_1"),
    is_cod: fc.boolean(),
    total_halalas: fc.nat(1_000_000),
    refunded_halalas: fc.nat(1_000),
  })
  .map((change) => ({ ...anOrder, ...change }));

describe("what an order adds to its day", () => {
  it("is one row for all, its city and its product", () => {
    const rows = computeOrderDayChanges(null, anOrder);
    expect(rows.map(({ split, key }) => [split, key])).toEqual([
      ["all", ""],
      ["city", "riyadh"],
      ["product", "p1"],
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        orders_preparing: 1,
        sales_preparing_halalas: 20_000,
        orders_delivered: 0,
        is_cod: true,
      });
  });

  it("moves from one state to the other, and a refund stands on the order's day", () => {
    const refunded = { ...anOrder, state: "delivered" as const, refunded_halalas: 5_000 };
    const [all] = computeOrderDayChanges(anOrder, refunded);
    expect(all).toMatchObject({
      day: "2026-11-20",
      orders_preparing: -1,
      orders_delivered: 1,
      sales_delivered_halalas: 20_000,
      refunded_halalas: 5_000,
      squares_delivered: 40_000,
    });
  });

  it("adds up, whatever it was before: the rows of all changes are those of the last state", () => {
    fc.assert(
      fc.property(fc.array(orders, { minLength: 1, maxLength: 6 }), (history) => {
        const sums = new Map<string, number>();
        let before: ReportedOrder | null = null;
        for (const after of history) {
          for (const row of computeOrderDayChanges(before, after))
            for (const name of orderSums) {
              const key = JSON.stringify([row.split, row.key, row.campaign_id, row.is_cod, name]);
              sums.set(key, (sums.get(key) ?? 0) + row[name]);
            }
          before = after;
        }
        for (const row of computeOrderDayChanges(before, null))
          for (const name of orderSums) {
            const key = JSON.stringify([row.split, row.key, row.campaign_id, row.is_cod, name]);
            sums.set(key, (sums.get(key) ?? 0) + row[name]);
          }
        expect([...sums.values()].every((sum) => Math.abs(sum) < 1e-6)).toBe(true);
      }),
    );
  });
});

it("a placed order is on its way once it was sent", () => {
  expect(toOrderState({ status: "placed", is_sent: false })).toBe("preparing");
  expect(toOrderState({ status: "placed", is_sent: true })).toBe("on_the_way");
  expect(toOrderState({ status: "refused", is_sent: true })).toBe("refused");
});
