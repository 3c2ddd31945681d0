import { describe, expect, it } from "vitest";
import { searchText } from "./search-text.ts";

describe("a search", () => {
  it.each([
    ["عبايه", "عبايةٌ"],
    ["احمر", "أحْمر"],
    ["مستشفي", "مستشفى"],
    ["جميل", "جميـــل"],
    ["oud", "OUD"],
  ])("for %s finds %s", (typed, name) => expect(searchText(name)).toContain(searchText(typed)));
});
