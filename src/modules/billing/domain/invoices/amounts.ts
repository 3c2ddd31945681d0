import { type Halalas, halalas } from "#base/shared/money.ts";
import { computeVatInside } from "../vat.ts";

export type Amounts = { net_halalas: Halalas; vat_halalas: Halalas; gross_halalas: Halalas };

const toAmounts = (gross: number, vat: number): Amounts => ({
  net_halalas: halalas(gross - vat),
  vat_halalas: halalas(vat),
  gross_halalas: halalas(gross),
});

/**
 * A document's amounts and those of its lines. The VAT is computed once, from the total; the difference to the lines'
 * own VAT, a few halalas, goes to the largest line.
 */
export function computeInvoice(lines: readonly { gross_halalas: number }[], basisPoints: number) {
  const grosses = lines.map(({ gross_halalas }) => gross_halalas);
  const gross = grosses.reduce((sum, part) => sum + part, 0);
  const vat = computeVatInside(gross, basisPoints);
  const vats = grosses.map((part) => computeVatInside(part, basisPoints));
  const difference = vat - vats.reduce((sum, part) => sum + part, 0);
  const largest = grosses.indexOf(Math.max(...grosses));
  return {
    total: toAmounts(gross, vat),
    lines: grosses.map((part, index) =>
      toAmounts(part, (vats[index] ?? 0) + (index === largest ? difference : 0)),
    ),
  };
}

/**
 * What a credit of `amount` takes back of an invoice: VAT in proportion to all that is credited so far, so that the last
 * credit takes the rest. Null when more would be credited than was invoiced.
 */
export function computeCredit(
  invoice: Pick<Amounts, "gross_halalas" | "vat_halalas">,
  credited: { gross_halalas: number; vat_halalas: number },
  amount: number,
): Amounts | null {
  const total = credited.gross_halalas + amount;
  if (amount <= 0 || total > invoice.gross_halalas) return null;
  const gross = BigInt(invoice.gross_halalas);
  const vat = Number((2n * BigInt(invoice.vat_halalas) * BigInt(total) + gross) / (2n * gross));
  return toAmounts(amount, vat - credited.vat_halalas);
}
