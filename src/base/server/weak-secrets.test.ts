import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findKeyWeakness, findSecretWeakness } from "./weak-secrets.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("a key of 32 bytes", () => {
  it.each<[string, Buffer, RegExp]>([
    ["zeros", Buffer.alloc(32), /same few bytes/],
    ["one byte", Buffer.alloc(32, 0xa5), /same few bytes/],
    [
      "two halves that are alike",
      Buffer.from("00112233445566778899aabbccddeeff".repeat(2), "hex"),
      /repeats|sequence/,
    ],
    ["counting", Buffer.from(Array.from({ length: 32 }, (_, n) => n)), /sequence/],
    ["counting down by three", Buffer.from(Array.from({ length: 32 }, (_, n) => 250 - 3 * n)), /sequence/],
    ["a sentence", Buffer.from("this is my very own secret key!!"), /text/],
    ["hexadecimal digits", Buffer.from("0f7c9f7e7f434b1a8f0e1d2c3b4a5968"), /same few bytes|text/],
  ])("made of %s is weak", (_what, key, why) => {
    expect(findKeyWeakness(key)).toMatch(why);
  });

  it("that is random is accepted", () => {
    for (let n = 0; n < 2_000; n += 1) expect(findKeyWeakness(randomBytes(32))).toBeNull();
  });
});

describe("a secret", () => {
  it.each([
    ["short", "8fJ2kQ9x"],
    ["one letter", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
    ["a word again and again", "moyasarmoyasarmoyasarmoyasar"],
    ["digits in order", "01234567890123456789012345678901"],
    ["the alphabet", "abcdefghijklmnopqrstuvwxyz"],
    ["words", "correct-horse-battery-staple"],
    ["words with a year", "rawaj-webhook-secret-2026-production"],
    ["a sentence", "My Favourite Coffee Is Saudi 77"],
    ["a placeholder", "changeme-changeme-changeme-1"],
    ["few characters", "abababbbabaabababbabbaba"],
  ])("of %s is weak", (_what, secret) => expect(findSecretWeakness(secret, 24)).not.toBeNull());

  it.each(["hex", "base64", "base64url"] as const)(
    "that is random and written as %s is accepted",
    (encoding) => {
      for (let n = 0; n < 2_000; n += 1) {
        expect(findSecretWeakness(randomBytes(24).toString(encoding), 24)).toBeNull();
        expect(findSecretWeakness(randomBytes(16).toString(encoding), 16)).toBeNull();
      }
    },
  );

  it("may begin with a prefix that names its owner", () => {
    expect(findSecretWeakness(`rawaj-webhook-${randomBytes(16).toString("hex")}`, 24)).toBeNull();
    expect(findSecretWeakness(`GOCSPX-${randomBytes(21).toString("base64url")}`, 16)).toBeNull();
  });

  it("is judged whatever it contains, without an exception", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), bytes(32), (text, key) => {
        findSecretWeakness(text, 24);
        findKeyWeakness(key);
      }),
    );
  });
});
