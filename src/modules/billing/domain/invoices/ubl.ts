import type { PaidBy } from "../../contract/invoices.enums.ts";
import type { Invoice } from "./invoice.ts";
import { renderBuyer, renderSeller } from "./ubl-parties.ts";
import { renderLine, renderTaxes, renderTotals } from "./ubl-sums.ts";
import { element, renderXml, type XmlElement } from "./xml.ts";

const namespaces = {
  xmlns: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  "xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  "xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  "xmlns:ext": "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
};

/** UNCL 1001: an invoice, a credit note. */
const typeCodes = { invoice: "388", credit_note: "381" };
/** UNCL 4461: a bank card; a wallet, ours or STC's, is "not defined". */
const paymentCodes: Record<PaidBy, string> = { card: "48", apple_pay: "48", stc_pay: "1", balance: "1" };

/**
 * A document as UBL 2.1 with the fields of ZATCA's second phase (UUID, counter, previous hash). Without the QR code it is
 * the form whose bytes are hashed: the authority takes the code out before it hashes. A credit note is an `Invoice` of
 * type 381 there. Date and time are Riyadh's.
 */
export function renderUbl(invoice: Invoice, qr: string | null): string {
  const riyadh = new Date(invoice.issued_at.getTime() + 3 * 3_600_000).toISOString();
  return renderXml(
    element(
      "Invoice",
      [
        element("cbc:ProfileID", "reporting:1.0"),
        element("cbc:ID", invoice.number),
        element("cbc:UUID", invoice.uuid),
        element("cbc:IssueDate", riyadh.slice(0, 10)),
        element("cbc:IssueTime", riyadh.slice(11, 19)),
        element("cbc:InvoiceTypeCode", typeCodes[invoice.kind], {
          name: invoice.is_simplified ? "0200000" : "0100000",
        }),
        element("cbc:DocumentCurrencyCode", "SAR"),
        element("cbc:TaxCurrencyCode", "SAR"),
        renderCorrected(invoice),
        element("cac:AdditionalDocumentReference", [
          element("cbc:ID", "ICV"),
          element("cbc:UUID", String(invoice.counter)),
        ]),
        renderAttached("PIH", invoice.previous_hash),
        qr === null ? null : renderAttached("QR", qr),
        renderSeller(invoice.seller),
        renderBuyer(invoice.buyer),
        element("cac:Delivery", [element("cbc:ActualDeliveryDate", invoice.supplied_on)]),
        element("cac:PaymentMeans", [
          element("cbc:PaymentMeansCode", paymentCodes[invoice.paid_by]),
          invoice.reason === "" ? null : element("cbc:InstructionNote", invoice.reason),
        ]),
        ...renderTaxes(invoice),
        renderTotals(invoice),
        ...invoice.lines.map((line, index) => renderLine(line, index + 1, invoice.vat_basis_points)),
      ],
      namespaces,
    ),
  );
}

/** The file as it is saved: the declaration is no part of what is hashed. */
export const toXmlFile = (xml: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;

const renderCorrected = ({ corrects_number }: Invoice): XmlElement | null =>
  corrects_number === null
    ? null
    : element("cac:BillingReference", [
        element("cac:InvoiceDocumentReference", [element("cbc:ID", corrects_number)]),
      ]);

const renderAttached = (id: "PIH" | "QR", text: string): XmlElement =>
  element("cac:AdditionalDocumentReference", [
    element("cbc:ID", id),
    element("cac:Attachment", [
      element("cbc:EmbeddedDocumentBinaryObject", text, { mimeCode: "text/plain" }),
    ]),
  ]);
