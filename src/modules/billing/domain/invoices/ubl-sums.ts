import { computeVatInside } from "../vat.ts";
import { toDecimal } from "./decimal.ts";
import type { Invoice, InvoiceLine } from "./invoice.ts";
import { element, type XmlElement } from "./xml.ts";

const sar = (name: string, halalas: number): XmlElement =>
  element(name, toDecimal(halalas), { currencyID: "SAR" });

/** `S` is the standard rate; a supply outside VAT (`O`) states the reason. */
function renderCategory(name: string, basisPoints: number): XmlElement {
  const isOutside = basisPoints === 0;
  return element(name, [
    element("cbc:ID", isOutside ? "O" : "S"),
    element("cbc:Percent", toDecimal(basisPoints)),
    ...(isOutside && name === "cac:TaxCategory"
      ? [
          element("cbc:TaxExemptionReasonCode", "VATEX-SA-OOS"),
          element("cbc:TaxExemptionReason", "Not subject to VAT"),
        ]
      : []),
    element("cac:TaxScheme", [element("cbc:ID", "VAT")]),
  ]);
}

/** The VAT in riyals alone, as the tax currency requires it, and again by its rate. */
export const renderTaxes = ({ net_halalas, vat_halalas, vat_basis_points }: Invoice): XmlElement[] => [
  element("cac:TaxTotal", [sar("cbc:TaxAmount", vat_halalas)]),
  element("cac:TaxTotal", [
    sar("cbc:TaxAmount", vat_halalas),
    element("cac:TaxSubtotal", [
      sar("cbc:TaxableAmount", net_halalas),
      sar("cbc:TaxAmount", vat_halalas),
      renderCategory("cac:TaxCategory", vat_basis_points),
    ]),
  ]),
];

export const renderTotals = ({ net_halalas, gross_halalas }: Invoice): XmlElement =>
  element("cac:LegalMonetaryTotal", [
    sar("cbc:LineExtensionAmount", net_halalas),
    sar("cbc:TaxExclusiveAmount", net_halalas),
    sar("cbc:TaxInclusiveAmount", gross_halalas),
    sar("cbc:PayableAmount", gross_halalas),
  ]);

/**
 * The price is that of all units together (`BaseQuantity`), so that it multiplies to the line's net without a remainder;
 * a discount stands between the two.
 */
export function renderLine(line: InvoiceLine, number: number, basisPoints: number): XmlElement {
  const quantity = String(line.quantity);
  const discount = line.discount_halalas - computeVatInside(line.discount_halalas, basisPoints);
  return element("cac:InvoiceLine", [
    element("cbc:ID", String(number)),
    element("cbc:InvoicedQuantity", quantity, { unitCode: "PCE" }),
    sar("cbc:LineExtensionAmount", line.net_halalas),
    discount === 0
      ? null
      : element("cac:AllowanceCharge", [
          element("cbc:ChargeIndicator", "false"),
          element("cbc:AllowanceChargeReason", "discount"),
          sar("cbc:Amount", discount),
        ]),
    element("cac:TaxTotal", [
      sar("cbc:TaxAmount", line.vat_halalas),
      sar("cbc:RoundingAmount", line.gross_halalas),
    ]),
    element("cac:Item", [
      element("cbc:Name", line.title_ar),
      renderCategory("cac:ClassifiedTaxCategory", basisPoints),
    ]),
    element("cac:Price", [
      sar("cbc:PriceAmount", line.net_halalas + discount),
      element("cbc:BaseQuantity", quantity, { unitCode: "PCE" }),
    ]),
  ]);
}
