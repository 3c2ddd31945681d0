import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashContact, normalizeEmail, normalizePhone, sha256Hex } from "./hashed-contact.ts";

describe("a contact as platforms compare it", () => {
  it("equals Meta's own example of an e-mail", () => {
    expect(hashContact({ email: "John_Smith@gmail.com" })?.email?.plain).toBe(
      "62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f",
    );
  });

  it("equals Snapchat's own examples of an e-mail and a number", () => {
    const hashed = hashContact({ email: "Person@Example.com", phone: "+44 844 412 4653" });
    expect(hashed?.email?.plain).toBe("542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345");
    expect(hashed?.phone?.digits).toBe(sha256Hex("448444124653"));
    expect(hashed?.phone?.digits.startsWith("dc008fda46e2e64002cf2f82a4906236282d4")).toBe(true);
  });

  it("drops dots and plus of Gmail for Google, and of no other address", () => {
    const hashes = (email: string) => hashContact({ email })?.email;
    expect(hashes("cloudy.sanfrancisco+shopping@gmail.com")?.gmail).toBe(
      sha256Hex("cloudysanfrancisco@gmail.com"),
    );
    expect(hashes("cloudy.sanfrancisco+shopping@gmail.com")?.plain).toBe(
      sha256Hex("cloudy.sanfrancisco+shopping@gmail.com"),
    );
    expect(hashes("user.name+NYC@Example.com")?.gmail).toBe(sha256Hex("user.name+nyc@example.com"));
  });

  it.each([
    ["0501234567", "966501234567"],
    ["501234567", "966501234567"],
    ["+966 50 123 4567", "966501234567"],
    ["00966-50-123-4567", "966501234567"],
    ["+966 (0) 50 123 4567", "966501234567"],
    ["٠٥٠١٢٣٤٥٦٧", "966501234567"],
    ["+1 (800) 555-0100", "18005550100"],
    ["00971501234567", "971501234567"],
    ["971501234567", null],
    ["0112345678", null],
    ["12", null],
    ["", null],
  ])("%j is the number %s", (text, digits) => {
    expect(normalizePhone(text)).toBe(digits);
  });

  it("of a Saudi mobile is the same in every form", () => {
    const forms = fc.tuple(
      fc.constantFrom("", "0", "966", "+966", "00966", "9660", "+966 0"),
      fc.integer({ min: 500_000_000, max: 599_999_999 }),
      fc.constantFrom("", " ", "-"),
    );
    fc.assert(
      fc.property(forms, ([lead, number, gap]) => {
        const text = `${lead}${String(number).replace(/^(..)(...)/, `$1${gap}$2${gap}`)}`;
        expect(hashContact({ phone: text })?.phone).toEqual({
          digits: sha256Hex(`966${number}`),
          e164: sha256Hex(`+966${number}`),
        });
      }),
    );
  });

  it.each(["", "name", "a@b", "a@@b.sa", "@b.sa"])("%j is no address", (text) => {
    expect(normalizeEmail(text)).toBeNull();
  });

  it("is nothing where neither is known", () => {
    expect(hashContact({ email: " ", phone: null })).toBeNull();
  });
});
