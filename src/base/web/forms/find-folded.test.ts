import { expect, it } from "vitest";
import { findFolded } from "./find-folded.ts";

const options = ["أبها", "جدة", "الأحساء", "Jeddah"].map((label) => ({ value: label, label }));
const find = (search: string) =>
  findFolded({ options, search, limit: Number.POSITIVE_INFINITY }).map((option) =>
    "value" in option ? option.value : option,
  );

it("an option is found however its name is spelled", () => {
  expect(find("ابها")).toEqual(["أبها"]);
  expect(find("جده")).toEqual(["جدة"]);
  expect(find("احساء")).toEqual(["الأحساء"]);
  expect(find(" JEDDAH")).toEqual(["Jeddah"]);
  expect(find("")).toHaveLength(4);
  expect(find("الرياض")).toEqual([]);
});
