import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseVatNumber } from "#modules/company/contract/vat-number.ts";
import { computeVatInside } from "../vat.ts";
import { computeCredit, computeInvoice } from "./amounts.ts";
import { encodeQr } from "./qr.ts";

const amount = fc.integer({ min: 1, max: 1_000_000_000_000 });
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);

describe("an invoice", () => {
  it("of several lines sums to its total, in net, VAT and gross", () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (grosses) => {
        const { total, lines } = computeInvoice(
          grosses.map((gross_halalas) => ({ gross_halalas })),
          1_500,
        );
        expect(total.vat_halalas).toBe(computeVatInside(sum(grosses), 1_500));
        for (const key of ["net_halalas", "vat_halalas", "gross_halalas"] as const)
          expect(sum(lines.map((line) => line[key]))).toBe(total[key]);
      }),
    );
  });

  it("gives the odd halala to its largest line", () => {
    const { lines } = computeInvoice(
      [{ gross_halalas: 104 }, { gross_halalas: 104 }, { gross_halalas: 212 }],
      1_500,
    );
    // 14 + 14 + 28 by themselves, 55 of 420 together.
    expect(lines.map(({ vat_halalas }) => vat_halalas)).toEqual([14, 14, 27]);
  });
});

describe("credit notes", () => {
  const invoice = { gross_halalas: 19_900, vat_halalas: 2_596 } as Parameters<typeof computeCredit>[0];

  it("take VAT back in proportion, and the last one the rest", () => {
    const first = computeCredit(invoice, { gross_halalas: 0, vat_halalas: 0 }, 6_633);
    expect(first).toEqual({ gross_halalas: 6_633, vat_halalas: 865, net_halalas: 5_768 });
    const rest = computeCredit(invoice, { gross_halalas: 6_633, vat_halalas: 865 }, 13_267);
    expect(rest).toEqual({ gross_halalas: 13_267, vat_halalas: 1_731, net_halalas: 11_536 });
  });

  it("never credit more than was invoiced, and never nothing", () => {
    expect(computeCredit(invoice, { gross_halalas: 19_000, vat_halalas: 2_479 }, 901)).toBeNull();
    expect(computeCredit(invoice, { gross_halalas: 0, vat_halalas: 0 }, 0)).toBeNull();
  });

  it("sum to the invoice however it is divided", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 12 }),
        (parts) => {
          const gross = sum(parts);
          const whole = {
            gross_halalas: gross,
            vat_halalas: computeVatInside(gross, 1_500),
          } as typeof invoice;
          const credited = { gross_halalas: 0, vat_halalas: 0 };
          for (const part of parts) {
            const credit = computeCredit(whole, credited, part);
            expect(credit?.vat_halalas).toBeGreaterThanOrEqual(0);
            expect(credit?.net_halalas).toBeGreaterThanOrEqual(0);
            credited.gross_halalas += credit?.gross_halalas ?? 0;
            credited.vat_halalas += credit?.vat_halalas ?? 0;
          }
          expect(credited).toEqual(whole);
        },
      ),
    );
  });
});

describe("the QR code", () => {
  const issuedAt = new Date("2026-11-21T09:30:00Z");

  it("of a seller with an Arabic name has lengths in bytes", () => {
    const fields = { vatNumber: "310122393500003", issuedAt, gross_halalas: 11_500, vat_halalas: 1_500 };
    expect(encodeQr({ sellerName: "مؤسسة الواحة للتسويق", ...fields })).toBe(
      "ASbZhdik2LPYs9ipINin2YTZiNin2K3YqSDZhNmE2KrYs9mI2YrZggIPMzEwMTIyMzkzNTAwMDAzAxQyMDI2LTExLTIxVDA5OjMwOjAwWgQGMTE1LjAwBQUxNS4wMA==",
    );
  });

  it("of a seller with a Latin name", () => {
    const fields = { vatNumber: "399999999900003", issuedAt, gross_halalas: 1_150, vat_halalas: 150 };
    expect(encodeQr({ sellerName: "Rawaj", ...fields })).toBe(
      "AQVSYXdhagIPMzk5OTk5OTk5OTAwMDAzAxQyMDI2LTExLTIxVDA5OjMwOjAwWgQFMTEuNTAFBDEuNTA=",
    );
  });

  it("cuts a name above 255 bytes between two letters", () => {
    const fields = { vatNumber: "310122393500003", issuedAt, gross_halalas: 11_500, vat_halalas: 1_500 };
    const bytes = Buffer.from(encodeQr({ sellerName: "م".repeat(200), ...fields }), "base64");
    expect([bytes[0], bytes[1], bytes[256]]).toEqual([1, 254, 2]);
  });
});

describe("a VAT number", () => {
  it("is read as it is typed: spaces, dashes and Arabic digits", () => {
    expect(parseVatNumber(" 3101 2239 3500 003 ")).toBe("310122393500003");
    expect(parseVatNumber("٣١٠١٢٢٣٩٣٥٠٠٠٠٣")).toBe("310122393500003");
  });

  it.each([
    "",
    "31012239350000",
    "210122393500003",
    "310122393500004",
    "3101223935000033",
    "31012239350000x",
  ])("is not %j", (typed) => expect(parseVatNumber(typed)).toBeNull());
});
