import type { FastifyInstance } from "fastify";
import { requireSecretKey } from "./auth.ts";
import { notFound } from "./errors.ts";
import { parsePaymentId, toPage } from "./payments.routes.ts";
import type { Settlement, Settlements } from "./settlements.ts";

/** Moyasar docs, List Settlements, Fetch Settlement and List Settlement Lines. */
export function settlementRoutes(app: FastifyInstance, settlements: Settlements): void {
  app.get("/v1/settlements", (request) => {
    requireSecretKey(request);
    const query = request.query as Record<string, string>;
    const rows = [...settlements.table.values()].filter((each) => matches(each, query)).reverse();
    return toPage("settlements", rows.map(presentSettlement), query.page);
  });
  app.get("/v1/settlements/:id", (request) => {
    requireSecretKey(request);
    return presentSettlement(find(settlements, parsePaymentId(request)));
  });
  app.get("/v1/settlements/:id/lines", (request) => {
    requireSecretKey(request);
    const { page } = request.query as Record<string, string>;
    return toPage("lines", find(settlements, parsePaymentId(request)).lines, page);
  });
}

function find(settlements: Settlements, id: string): Settlement {
  const found = settlements.table.get(id);
  if (!found) throw notFound();
  return found;
}

/** Dates, both included: "created on a date equal or greater than a given date". */
function matches({ id, created_at }: Settlement, query: Record<string, string>): boolean {
  const day = created_at.slice(0, 10);
  const from = query["created[gt]"]?.slice(0, 10) ?? day;
  const to = query["created[lt]"]?.slice(0, 10) ?? day;
  return day >= from && day <= to && (query.id === undefined || query.id === id);
}

function presentSettlement({ id, currency, created_at, lines }: Settlement): Record<string, unknown> {
  return {
    id,
    recipient_type: "Entity",
    recipient_id: "c5c57597-0d06-4583-9da5-c755c4943ede",
    currency,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    fee: 0,
    tax: 0,
    reference: null,
    settlement_count: lines.length,
    invoice_url: null,
    csv_list_url: null,
    pdf_list_url: null,
    created_at,
  };
}
