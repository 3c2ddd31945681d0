import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireSecretKey } from "./auth.ts";
import { type ListBody, parseChargeBody, parseListBody, parseRefundBody } from "./bodies.ts";
import type { ChargeService } from "./charge-service.ts";
import { NothingFound } from "./errors.ts";
import { presentRefund } from "./present.ts";
import type { RefundService } from "./refund-service.ts";

const readId = (request: FastifyRequest) => (request.params as { id: string }).id;

/** Tap docs, Charges and Refunds. */
export function chargeRoutes(app: FastifyInstance, service: ChargeService, refunds: RefundService): void {
  app.addHook("preHandler", async (request) => requireSecretKey(request));

  for (const path of ["/v2/charges", "/v2/charges/"])
    app.post(path, (request) => service.present(service.create(parseChargeBody(request.body))));
  app.get("/v2/charges/:id", (request) => service.present(service.find(readId(request))));
  app.post("/v2/charges/list", (request) => {
    const input = parseListBody(request.body);
    const found = [...service.charges.values()]
      .map(({ id }) => service.find(id))
      .filter(
        (charge) =>
          isInPeriod(charge, input) &&
          (!input.status || charge.status === input.status) &&
          (!input.charges || input.charges.includes(charge.id)) &&
          (!input.customers || input.customers.includes(charge.customer.id)) &&
          (!input.metadata || Object.values(charge.metadata ?? {}).includes(input.metadata)),
      );
    const { page, has_more } = paginate(found, input, "Charges not found");
    return {
      object: "list",
      live_mode: false,
      api_version: "V2",
      has_more,
      charges: page.map(service.present),
    };
  });

  for (const path of ["/v2/refunds", "/v2/refunds/"])
    app.post(path, (request) => presentRefund(refunds.create(parseRefundBody(request.body))));
  app.get("/v2/refunds/:id", (request) => presentRefund(refunds.find(readId(request))));
  app.post("/v2/refunds/list", (request) => {
    const input = parseListBody(request.body);
    const found = [...refunds.refunds.values()].filter(
      (refund) =>
        isInPeriod(refund, input) &&
        (!input.status || refund.status === input.status) &&
        (!input.charges || input.charges.includes(refund.chargeId)),
    );
    const { page, has_more } = paginate(found, input, "Refunds not found");
    return {
      object: "list",
      live_mode: false,
      api_version: "V2",
      has_more,
      refunds: page.map(presentRefund),
    };
  });
}

const isInPeriod = ({ createdAt }: { createdAt: number }, { period }: ListBody) =>
  !period || (createdAt >= period.date.from && createdAt <= period.date.to);

/** Newest first unless the request turns the order, at most 50 a page; nothing at all is HTTP 400. */
function paginate<Row extends { id: string; sequence: number }>(
  rows: Row[],
  { starting_after, limit, order }: ListBody,
  nothing: string,
): { page: Row[]; has_more: boolean } {
  const direction = order === "chronological" ? 1 : -1;
  const sorted = rows.sort((one, other) => direction * (one.sequence - other.sequence));
  const rest = sorted.slice(starting_after ? sorted.findIndex(({ id }) => id === starting_after) + 1 : 0);
  if (rest.length === 0) throw new NothingFound(nothing);
  return { page: rest.slice(0, limit), has_more: rest.length > limit };
}
