import { describe, expect, it } from "vitest";
import { readHomeScope, writeHomeScope } from "./home-scope.ts";

describe("home's address", () => {
  it.each([
    [{ days: 30 }],
    [{ days: 7, compare: "last_year" }],
    [{ from: "2026-11-01", to: "2026-11-10", compare: "none", store_id: "sto_1", platform: "tiktok" }],
  ] as const)("is read back as it was written: %j", (scope) => {
    expect(readHomeScope(writeHomeScope(scope))).toEqual(scope);
  });

  it("is empty where everything is as usual", () => {
    expect(writeHomeScope({ days: 30 })).toEqual({});
  });

  it("puts two days into their order and ignores what it does not know", () => {
    expect(readHomeScope({ from: "2026-11-10", to: "2026-11-01" })).toEqual({
      from: "2026-11-01",
      to: "2026-11-10",
    });
    expect(readHomeScope({ days: 4, compare: "previous", platform: "myspace", from: "yesterday" })).toEqual({
      days: 30,
    });
  });
});
