import { create } from "qrcode";
import { renderPdf } from "#base/server/documents/render-pdf.ts";
import { formatRiyals, type Halalas, halalas } from "#base/shared/money.ts";
import type { InvoiceLine } from "../../domain/invoices/invoice.ts";
import { toXmlFile } from "../../domain/invoices/ubl.ts";
import { computeVatInside } from "../../domain/vat.ts";
import type { StoredInvoice } from "./invoices.store.ts";

const template = new URL("./invoice.typ", import.meta.url);

/**
 * The document as PDF, Arabic and English on one page, with its XML inside (PDF/A-3). It is drawn from what is stored
 * alone: the same document has the same bytes each time.
 */
export function drawInvoice(invoice: StoredInvoice): Promise<Buffer> {
  const { kind, is_simplified, number, supplied_on, seller, buyer, reason, corrects_number, paid_by } =
    invoice;
  const { date, time } = toRiyadhTexts(invoice.issued_at);
  return renderPdf({
    template,
    createdAt: invoice.issued_at,
    data: {
      kind,
      is_simplified,
      number,
      date,
      time,
      supplied_on,
      seller,
      buyer,
      reason,
      corrects_number,
      paid_by,
      vat_percent: String(invoice.vat_basis_points / 100),
      lines: invoice.lines.map((line) => toPrinted(line, invoice.vat_basis_points)),
      net: formatRiyals(invoice.net_halalas),
      vat: formatRiyals(invoice.vat_halalas),
      gross: formatRiyals(invoice.gross_halalas),
      qr: drawQr(invoice.qr),
      xml: toXmlFile(invoice.xml),
    },
  });
}

/** "2026-11-21" and "12:30" in Riyadh. */
function toRiyadhTexts(at: Date) {
  const riyadh = new Date(at.getTime() + 3 * 3_600_000).toISOString();
  return { date: riyadh.slice(0, 10), time: riyadh.slice(11, 16) };
}

function toPrinted(line: InvoiceLine, basisPoints: number) {
  const discount = halalas(line.discount_halalas - computeVatInside(line.discount_halalas, basisPoints));
  return {
    title_ar: line.title_ar,
    title_en: line.title_en,
    quantity: String(line.quantity),
    unit_price: formatUnitPrice(halalas(line.net_halalas + discount), line.quantity),
    discount: discount === 0 ? null : formatRiyals(discount),
    net: formatRiyals(line.net_halalas),
    vat: formatRiyals(line.vat_halalas),
    gross: formatRiyals(line.gross_halalas),
  };
}

/** Two decimals, or four where the price of all units does not divide into whole halalas. */
function formatUnitPrice(net: Halalas, quantity: number): string {
  if (net % quantity === 0) return formatRiyals(halalas(net / quantity));
  const tenThousandths = (BigInt(net) * 200n + BigInt(quantity)) / (BigInt(quantity) * 2n);
  return `${formatRiyals(halalas(Number(tenThousandths / 100n)))}${String(tenThousandths % 100n).padStart(2, "0")}`;
}

/** The code as an SVG of dark squares with its quiet zone of four. */
function drawQr(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const { size } = modules;
  const squares = Array.from(modules.data).flatMap((isDark, index) =>
    isDark ? [`M${(index % size) + 4} ${Math.floor(index / size) + 4}h1v1h-1z`] : [],
  );
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size + 8} ${size + 8}'><path fill='#fff' d='M0 0h${size + 8}v${size + 8}H0z'/><path d='${squares.join("")}'/></svg>`;
}
