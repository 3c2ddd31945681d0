import { expect, it } from "vitest";
import { parseByteRange } from "./byte-range.ts";

it.each([
  ["bytes=0-1", { start: 0, end: 1 }],
  ["bytes=10-", { start: 10, end: 99 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-30", { start: 70, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", "outside"],
  ["bytes=-0", "outside"],
  ["bytes=5-2", undefined],
  ["bytes=0-1,5-6", undefined],
  ["bytes=-", undefined],
  ["pages=1-2", undefined],
  [undefined, undefined],
])("%s of a hundred bytes", (header, part) => {
  expect(parseByteRange(header, 100)).toEqual(part);
});
