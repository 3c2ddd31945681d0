import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { makeGzipJoin } from "./gzip-parts.ts";

it("is what joining the parts and compressing them gives, for any parts and any text", () => {
  const words = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), words, (parts, text) => {
      const readable = (one: string) => one.toWellFormed();
      const whole = parts.map(readable).join(readable(text));
      expect(gunzipSync(makeGzipJoin(parts.map(readable))(readable(text))).toString()).toBe(whole);
    }),
    { numRuns: 40 },
  );
});

it("takes a text that is longer than one stored block", () => {
  const text = "س".repeat(70_000);
  expect(gunzipSync(makeGzipJoin(["<a href='", "'>", ""])(text)).toString()).toBe(
    `<a href='${text}'>${text}`,
  );
});
