import { Readable } from "node:stream";
import type { Handlers } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { InvoicesCalls } from "../../contract/invoices.calls.ts";
import { toXmlFile } from "../../domain/invoices/ubl.ts";
import { changeBuyerDetails, showBuyerDetails } from "./buyer-details.ts";
import { drawInvoice } from "./draw-invoice.ts";
import { findInvoice } from "./invoices.store.ts";
import { listInvoices } from "./list-invoices.ts";

/** The calls of invoices. */
export function invoicesHandlers(): Handlers<InvoicesCalls> {
  return {
    "GET Clients/Billing/invoices": ({ ctx, query }) => listInvoices(ctx, query),
    "GET Clients/Billing/invoices/{id}/pdf": async ({ ctx, params }) => {
      const invoice = await findInvoice(ctx, params.id);
      if (!invoice) return baseRefusals.refuse("base.not_found");
      return {
        mime: "application/pdf",
        fileName: `${invoice.number}.pdf`,
        bytes: null,
        open: async () => Readable.from([await drawInvoice(invoice)]),
      };
    },
    "GET Clients/Billing/invoices/{id}/xml": async ({ ctx, params }) => {
      const invoice = await findInvoice(ctx, params.id);
      if (!invoice) return baseRefusals.refuse("base.not_found");
      const content = Buffer.from(toXmlFile(invoice.xml));
      return {
        mime: "application/xml",
        fileName: `${invoice.number}.xml`,
        bytes: content.length,
        open: async () => Readable.from([content]),
      };
    },
    "GET Clients/Billing/invoice-details": ({ ctx }) => showBuyerDetails(ctx),
    "PUT Clients/Billing/invoice-details": ({ ctx, body }) => changeBuyerDetails(ctx, body),
  };
}
