import { describe, expect, it } from "vitest";
import { readAddress, writeAddress } from "./library-address.ts";

describe("the library's address", () => {
  it("is read back as it was written", () => {
    const address = {
      view: "large",
      filter: {
        season: "ramadan",
        platform: "tiktok",
        search: "عطور",
        source: "own",
        collection_id: "col_1",
      },
      item: "lib_1",
      compare: ["lib_1", "lib_2"],
    } as const;
    expect(readAddress(writeAddress(address))).toEqual(address);
    expect(writeAddress({ view: "grid", filter: {}, item: null, compare: [] })).toEqual({});
  });

  it("leaves out what is not known, and compares four at most", () => {
    const found = { view: "cards", season: "spring", source: "x", compare: "a,b,b,c,d,e", search: 12 };
    expect(readAddress(found)).toEqual({
      view: "grid",
      filter: { search: "12" },
      item: null,
      compare: ["a", "b", "c", "d"],
    });
  });
});
