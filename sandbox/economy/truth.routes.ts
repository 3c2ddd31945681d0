import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "../base/vendor.ts";
import { checked } from "../control/control.ts";
import { computeTotals, type Truth } from "./truth.ts";

const shape = z.strictObject({
  vendor: z.string().optional(),
  kind: z
    .enum(["impressions", "click", "order", "shipment", "delivery", "refusal", "cancellation", "refund"])
    .optional(),
  campaign_id: z.string().optional(),
  ad_id: z.string().optional(),
  store_id: z.string().optional(),
  order_id: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  limit: z.coerce.number().int().min(0).max(1_000_000).default(10_000),
});

/**
 * `GET /control/truth`: what happened, oldest first, and the totals of everything that matches (not only of what is
 * listed).
 */
export function truthRoutes(app: FastifyInstance, truth: Truth): void {
  app.get("/control/truth", (request) => {
    const { limit, ...filter } = checked(shape, request.query);
    const truthFilter = { ...filter, from: parseInstant(filter.from), to: parseInstant(filter.to) };
    const facts = limit === 0 ? truth.find(truthFilter) : truth.list(truthFilter);
    return { totals: computeTotals(facts), count: facts.length, items: facts.slice(0, limit) };
  });
}

function parseInstant(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw new Refusal("from and to must be ISO instants");
  return instant.toISOString();
}
