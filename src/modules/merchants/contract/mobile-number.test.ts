import fc from "fast-check";
import parsePhoneNumber from "libphonenumber-js/mobile";
import { describe, expect, it } from "vitest";
import { formatNational, formatWhileTyping, parseSaudiMobile } from "./mobile-number.ts";

const mobile = "+966501234567";

describe("a Saudi mobile number", () => {
  it.each([
    "0501234567",
    "501234567",
    "966501234567",
    "+966501234567",
    "00966501234567",
    "+966 05 0123 4567",
    "966 0501234567",
    "050-123-4567",
    "(050) 123 4567",
    "٠٥٠١٢٣٤٥٦٧",
    "۰۵۰۱۲۳۴۵۶۷",
    "+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧",
    "０５０１２３４５６７",
    "\u202a0501234567\u202c",
    "\u2068+966 50 123 4567\u2069",
    " 050\u00a0123\u20104567 ",
  ])("typed %j is +966501234567", (typed) => expect(parseSaudiMobile(typed)).toBe(mobile));

  it.each([
    "",
    "0",
    "050123456",
    "05012345678",
    "0112345678",
    "920012345",
    "8001234567",
    "0521234567",
    "0579912345",
    "+971501234567",
    "+00966501234567",
    "000966501234567",
    "0966501234567",
    "966966501234567",
    "+0501234567",
    "O501234567",
    "tel:0501234567",
    "0501234567,0507654321",
    "my number is 0501234567",
    "0501234567#1",
    "05+01234567",
    "-٠٥٠",
    "৫৫০১২৩৪৫৬৭",
  ])("is not %j", (typed) => expect(parseSaudiMobile(typed)).toBeNull());

  it("is accepted or refused as libphonenumber does, over the whole range", () => {
    const nine = fc.integer({ min: 500_000_000, max: 599_999_999 }).map(String);
    fc.assert(
      fc.property(nine, (national) => {
        const libParsed = parsePhoneNumber(`+966${national}`);
        const isMobile =
          libParsed?.isValid() === true && libParsed.getType() === "MOBILE" && libParsed.country === "SA";
        expect(parseSaudiMobile(national) !== null).toBe(isMobile);
      }),
      { numRuns: 2_000 },
    );
  });

  it("has one stored form, however it is typed", () => {
    const prefixForm = fc.constantFrom("", "0", "966", "+966", "00966", "+9660");
    const gaps = fc.array(fc.constantFrom("", " ", "-", "\u200f"), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(prefixForm, gaps, fc.integer({ min: 0, max: 9_999_999 }), (prefix, between, rest) => {
        const national = `50${String(rest).padStart(7, "0")}`;
        const typed = prefix + [...national].map((digit, index) => digit + between[index]).join("");
        expect(parseSaudiMobile(typed)).toBe(`+966${national}`);
      }),
    );
  });

  it("keeps its meaning when it is grouped while typing", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (typed) => {
        expect(parseSaudiMobile(formatWhileTyping(typed))).toBe(parseSaudiMobile(typed));
      }),
    );
    expect(formatWhileTyping("00966501234567")).toBe("050 123 4567");
    expect(formatNational(mobile)).toBe("050 123 4567");
  });
});
