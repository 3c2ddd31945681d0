import fc from "fast-check";
import { expect, it } from "vitest";
import { periodNames } from "#base/shared/period.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { countedOrders } from "#modules/merchants/contract/enums.ts";
import { sortKeys, statuses } from "../../contract/enums.ts";
import {
  isFiltered,
  isSameView,
  readState,
  toDays,
  toFilterQuery,
  toSearch,
  toViewState,
} from "./list-state.ts";

const today = "2026-11-22" as RiyadhDay;
const anAddress = fc.record(
  {
    search: fc.string({ minLength: 1, maxLength: 20 }),
    status: fc.constantFrom(...statuses),
    platform: fc.constantFrom(...platforms),
    sort: fc.constantFrom(...sortKeys),
    order: fc.constantFrom("asc", "desc"),
    period: fc.constantFrom(...periodNames),
    page: fc.integer({ min: 1, max: 50 }),
    size: fc.constantFrom(10, 25, 50, 100),
  },
  { requiredKeys: [] },
);

const aCount = fc.constantFrom(...countedOrders);

it("reads from an address what it wrote there, and nothing of the defaults stands in it", () => {
  fc.assert(
    fc.property(anAddress, aCount, (found, counted) => {
      const state = readState(found, counted);
      const again = readState(toSearch(state, counted), counted);
      expect(toDays(again, today)).toEqual(toDays(state, today));
      expect({ ...again, period: null }).toEqual({ ...state, period: null });
    }),
  );
  for (const counted of countedOrders) expect(toSearch(readState({}, counted), counted)).toEqual({});
});

it("takes what is not ours for the default", () => {
  const broken = {
    page: "-1",
    size: "7",
    sort: "drop table",
    from: "2026-02-30",
    to: "x",
    platform: "myspace",
  };
  expect(readState(broken, "placed")).toEqual(readState({}, "placed"));
});

it("asks for the days of its period, and by two chosen days for those", () => {
  expect(toDays(readState({}, "placed"), today)).toEqual({ from: "2026-11-16", to: "2026-11-22" });
  const chosen = readState({ from: "2026-11-01", to: "2026-11-05", period: "today" }, "placed");
  expect(toFilterQuery(chosen, today)).toMatchObject({ from: "2026-11-01", to: "2026-11-05" });
});

it("knows a saved view again wherever one stands in its pages, and no other look", () => {
  fc.assert(
    fc.property(anAddress, fc.integer({ min: 1, max: 9 }), aCount, (found, page, counted) => {
      const state = readState(found, counted);
      const view = { ...toViewState(state, counted), columns: ["spend" as const] };
      expect(isSameView({ ...state, page }, view, counted)).toBe(true);
    }),
  );
  expect(isSameView(readState({ status: "active" }, "placed"), {}, "placed")).toBe(false);
});

it("is filtered by whatever leaves campaigns out, not by its order or period", () => {
  expect(isFiltered(readState({ sort: "name", period: "last_30" }, "placed"))).toBe(false);
  expect(isFiltered(readState({ scheduled: "in_period" }, "placed"))).toBe(true);
});

it("begins with the highest return on the orders that the person counts", () => {
  expect(readState({}, "placed")).toMatchObject({ sort: "roas_placed", order: "desc" });
  expect(readState({}, "delivered")).toMatchObject({ sort: "roas_delivered", order: "desc" });
  expect(toSearch({ sort: "roas_placed" }, "delivered")).toEqual({ sort: "roas_placed" });
});
