import { expect, it } from "vitest";
import { findQuietEnd } from "./quiet-hours.ts";

it.each([
  ["2026-11-21T04:59:59Z", "2026-11-21T05:00:00Z"],
  ["2026-11-21T05:00:00Z", null],
  ["2026-11-21T19:59:59Z", null],
  ["2026-11-21T20:00:00Z", "2026-11-22T05:00:00Z"],
  ["2026-11-21T21:30:00Z", "2026-11-22T05:00:00Z"],
])("at %s what can wait waits until %s", (at, end) => {
  expect(findQuietEnd(new Date(at))).toEqual(end === null ? null : new Date(end));
});
