import { createHash, randomUUID } from "node:crypto";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { fold } from "#base/shared/fold.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { encodeQr } from "../../domain/invoices/qr.ts";
import { renderUbl } from "../../domain/invoices/ubl.ts";
import { type ChainEnd, takeNumber } from "./invoice-numbers.store.ts";
import { insertInvoice, type StoredInvoice } from "./invoices.store.ts";

/** What a document says, before it has its number and its place in the chain. */
export type Draft = Omit<
  StoredInvoice,
  "id" | "number" | "uuid" | "counter" | "previous_hash" | "hash" | "qr" | "xml" | "issued_at"
>;
export type Issued = { invoice_id: string; number: string };

const prefixes = { invoice: "INV", credit_note: "CRN" };

/** Numbers a document, adds it to the chain, stores it and publishes `billing.invoice_issued`. */
export async function issueDocument(ctx: Context, end: ChainEnd, draft: Draft): Promise<Issued> {
  const series = `${prefixes[draft.kind]}-${toRiyadhDay(ctx.now).slice(0, 4)}`;
  const sequence = await takeNumber(ctx, series);
  const invoice: Invoice = {
    ...draft,
    number: `${series}-${String(sequence).padStart(6, "0")}`,
    uuid: randomUUID(),
    counter: end.counter + 1,
    previous_hash: end.last_hash,
    issued_at: ctx.now,
  };
  const hash = createHash("sha256").update(renderUbl(invoice, null)).digest("base64");
  const qr = encodeQr({
    sellerName: invoice.seller.name_ar,
    vatNumber: invoice.seller.vat_number,
    issuedAt: invoice.issued_at,
    gross_halalas: invoice.gross_halalas,
    vat_halalas: invoice.vat_halalas,
  });
  const id = newId(draft.kind === "invoice" ? "inv" : "crn");
  const stored: StoredInvoice = { ...draft, ...invoice, id, hash, qr, xml: renderUbl(invoice, qr) };
  const words = [
    stored.number,
    stored.corrects_number,
    stored.title_ar,
    stored.title_en,
    ...stored.lines.flatMap((line) => [line.title_ar, line.title_en]),
  ];
  await insertInvoice(ctx, stored, fold(words.join(" ")));
  await ctx.tx.publish({
    name: "billing.invoice_issued",
    merchant_id: ctx.actor.merchantId,
    invoice_id: id,
  });
  return { invoice_id: id, number: invoice.number };
}
