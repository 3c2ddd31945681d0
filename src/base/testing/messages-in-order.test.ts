import { expect, test } from "vitest";
import { isolateLiterals, isolateValue } from "../shared/bidi.ts";
import { findReordered } from "./messages-in-order.ts";

/** What is found when this message is the only one of a file, with what the product does for values and figures. */
const found = (message: string, isolated = true) =>
  findReordered({ example: { key: message } }, "ar", (_key, values) =>
    (isolated ? isolateLiterals(message, "ar") : message).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      isolateValue(String(values[name]), "ar"),
    ),
  );

test("two figures that the line would swap are found", () => {
  expect(found("{{from}}:{{to}} بتوقيت الرياض").join()).toContain("20.00 before 30.00");
  expect(found("{{width}}×{{height}} بكسل", false).join()).toContain("20.00 before 30.00");
});

test.each(["من {{from}} إلى {{to}}", "{{width}}×{{height}} بكسل", "{{done}} / {{total}} حملة"])(
  "%s is shown in its order",
  (message) => expect(found(message)).toEqual([]),
);
