import { describe, expect, it } from "vitest";
import { isStoreOpen } from "./store-open.ts";

describe("a campaign's store", () => {
  it("is open only when it is itself among the open ones", () => {
    expect(isStoreOpen("sto_1", [{ id: "sto_1" }, { id: "sto_2" }])).toBe(true);
    expect(isStoreOpen("sto_1", [{ id: "sto_2" }])).toBe(false);
  });

  it("that is not named is open while any of the merchant's is", () => {
    expect(isStoreOpen(null, [{ id: "sto_2" }])).toBe(true);
    expect(isStoreOpen(null, [])).toBe(false);
  });
});
