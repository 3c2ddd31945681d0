import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newClickId, parseClickedAt } from "./click-id.ts";

describe("a click id", () => {
  it("has 22 url-safe characters and contains its time", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true }), (at) => {
        const id = newClickId(at);
        expect(id).toMatch(/^[\w-]{22}$/);
        expect(parseClickedAt(id)).toEqual(at);
      }),
    );
  });
  it("in any other format gives null", () => {
    for (const text of ["", "short", "c".repeat(23), "ccccccccccccccccccccc+"])
      expect(parseClickedAt(text)).toBeNull();
  });
});
