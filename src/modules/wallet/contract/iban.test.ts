import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatIban, parseIban } from "./iban.ts";

/** The example of the Saudi Central Bank, as the IBAN registry lists it. */
const iban = "SA0380000000608010167519";

describe("a Saudi IBAN", () => {
  it.each([
    iban,
    "SA03 8000 0000 6080 1016 7519",
    "sa03-8000-0000-6080-1016-7519",
    "SA٠٣٨٠٠٠٠٠٠٠٦٠٨٠١٠١٦٧٥١٩",
    "\u2066SA03 8000 0000 6080 1016 7519\u2069",
    "ＳＡ0380000000608010167519",
  ])("typed %j is one account", (typed) => expect(parseIban(typed)).toBe(iban));

  it.each([
    "",
    "SA038000000060801016751",
    "SA03800000006080101675190",
    "SA0480000000608010167519",
    "AE070331234567890123456",
    "0380000000608010167519",
    "SA03800000006080101675I9",
    `IBAN ${iban}`,
  ])("is not %j", (typed) => expect(parseIban(typed)).toBeNull());

  it("with any one digit changed, or two neighbours exchanged, is refused", () => {
    const bban = fc.stringMatching(/^\d{20}$/);
    fc.assert(
      fc.property(bban, fc.integer({ min: 2, max: 23 }), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
        const valid = withCheckDigits(digits);
        expect(parseIban(valid)).toBe(valid);
        const changed = (Number(valid[at]) + by) % 10;
        expect(parseIban(valid.slice(0, at) + changed + valid.slice(at + 1))).toBeNull();
        if (at < 23 && valid[at] !== valid[at + 1]) {
          const exchanged = `${valid.slice(0, at)}${valid[at + 1]}${valid[at]}${valid.slice(at + 2)}`;
          expect(parseIban(exchanged)).toBeNull();
        }
        expect(parseIban(formatIban(valid))).toBe(valid);
      }),
    );
  });
});

/** 98 less the remainder of the account number with zero check digits, by the standard. */
function withCheckDigits(bban: string): string {
  const check = 98n - (BigInt(`${bban}281000`) % 97n);
  return `SA${String(check).padStart(2, "0")}${bban}`;
}
