import fc from "fast-check";
import { expect, it } from "vitest";
import { periodNames } from "#base/shared/period.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
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

it("reads from an address what it wrote there, and nothing of the defaults stands in it", () => {
  fc.assert(
    fc.property(anAddress, (found) => {
      const state = readState(found);
      expect(toDays(readState(toSearch(state)), today)).toEqual(toDays(state, today));
      expect({ ...readState(toSearch(state)), period: null }).toEqual({ ...state, period: null });
    }),
  );
  expect(toSearch(readState({}))).toEqual({});
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
  expect(readState(broken)).toEqual(readState({}));
});

it("asks for the days of its period, and by two chosen days for those", () => {
  expect(toDays(readState({}), today)).toEqual({ from: "2026-11-16", to: "2026-11-22" });
  const chosen = readState({ from: "2026-11-01", to: "2026-11-05", period: "today" });
  expect(toFilterQuery(chosen, today)).toMatchObject({ from: "2026-11-01", to: "2026-11-05" });
});

it("knows a saved view again wherever one stands in its pages, and no other look", () => {
  fc.assert(
    fc.property(anAddress, fc.integer({ min: 1, max: 9 }), (found, page) => {
      const state = readState(found);
      expect(isSameView({ ...state, page }, { ...toViewState(state), columns: ["spend"] })).toBe(true);
    }),
  );
  expect(isSameView(readState({ status: "active" }), {})).toBe(false);
});

it("is filtered by whatever leaves campaigns out, not by its order or period", () => {
  expect(isFiltered(readState({ sort: "name", period: "last_30" }))).toBe(false);
  expect(isFiltered(readState({ scheduled: "in_period" }))).toBe(true);
});
