import { expect, it } from "vitest";
import { countSmsParts } from "./sms-parts.ts";

it.each([
  ["", 0],
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["ن".repeat(70), 1],
  ["ن".repeat(71), 2],
  ["ن".repeat(134), 2],
  ["ن".repeat(135), 3],
  [`${"a".repeat(158)}€`, 1],
  [`${"a".repeat(159)}€`, 2],
])("a text message of such letters has its parts", (text, parts) =>
  expect(countSmsParts(text).parts).toBe(parts),
);
