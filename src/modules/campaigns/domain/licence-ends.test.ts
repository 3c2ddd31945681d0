import { expect, it } from "vitest";
import type { Licence } from "../contract/ad-law.ts";
import { findNextCheck, listEndingSoon } from "./licence-ends.ts";

const licence = (change: Partial<Licence> = {}): Licence => ({
  kind: "discount",
  number: "1447-20931",
  starts_on: "2026-11-01",
  ends_on: "2026-11-30",
  ...change,
});
const at = (time: string) => new Date(time);

it.each([
  // Three days before the end of 30 November in Riyadh, which is 21:00 UTC.
  ["2026-11-20T00:00:00Z", "2026-11-27T21:00:00.000Z"],
  ["2026-11-27T21:00:00Z", "2026-11-30T21:00:00.000Z"],
  ["2026-11-30T21:00:00Z", undefined],
])("at %s the next check is at %s", (now, next) => {
  expect(findNextCheck([licence()], at(now))?.toISOString()).toBe(next);
});

it("the earliest of all licences is the next check", () => {
  const licences = [licence(), licence({ kind: "creator", ends_on: "2026-11-22" })];
  expect(findNextCheck(licences, at("2026-11-21T00:00:00Z"))?.toISOString()).toBe("2026-11-22T21:00:00.000Z");
});

it("a licence is warned of once its warning has come, unless it has ended or another follows it", () => {
  const from = at("2026-11-27T21:00:00Z");
  const soon = (licences: Licence[], now = "2026-11-27T21:01:00Z") =>
    listEndingSoon(licences, { from, now: at(now) });
  expect(soon([licence()])).toEqual([licence()]);
  expect(soon([licence()], "2026-11-30T21:00:00Z")).toEqual([]);
  expect(
    listEndingSoon([licence()], { from: at("2026-11-28T00:00:00Z"), now: at("2026-11-28T09:00:00Z") }),
  ).toEqual([]);
  const next = { starts_on: "2026-12-01", ends_on: "2026-12-31" };
  expect(soon([licence(), licence(next)])).toEqual([]);
  expect(soon([licence(), licence({ ...next, starts_on: "2026-12-02" })])).toEqual([licence()]);
  expect(soon([licence(), licence({ ...next, kind: "creator" })])).toEqual([licence()]);
});
