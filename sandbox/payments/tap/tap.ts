import type { FastifyInstance, FastifyReply } from "fastify";
import { type MakeVendor, Refusal } from "../../base/vendor.ts";
import { KEYS } from "./auth.ts";
import { cardRoutes } from "./cards.routes.ts";
import { OUTCOMES } from "./cards.ts";
import { type ChargeService, makeChargeService } from "./charge-service.ts";
import { chargeRoutes } from "./charges.routes.ts";
import { NothingFound, TapError } from "./errors.ts";
import { isRefundCode, makeRefundService, type RefundService } from "./refund-service.ts";
import { shopperRoutes } from "./shopper.routes.ts";

/** Tap's API, its payment page and the bank's, as the README describes. */
export const makeTap: MakeVendor = (world) => {
  const service = makeChargeService(world);
  const refunds = makeRefundService(world, service);
  return {
    vendor: "tap",
    title: { ar: "تاب", en: "Tap" },
    credentials: { TAP_SECRET_KEY: KEYS.secret },
    issueTokens: () => ({ secret_key: KEYS.secret }),
    hosts: [
      {
        name: "tap",
        standsFor: "api.tap.company",
        renderFailure,
        routes(app) {
          app.register(async (api) => {
            mountErrorHandler(api);
            api.register(async (part) => chargeRoutes(part, service, refunds));
            api.register(async (part) => cardRoutes(part, service, world));
          });
        },
      },
      {
        name: "tap-page",
        standsFor: "sandbox.payments.tap.company",
        renderFailure,
        routes(app) {
          app.register(async (pages) => {
            mountErrorHandler(pages);
            shopperRoutes(pages, service, world);
          });
        },
      },
    ],
    controlRoutes: (app) => controlRoutes(app, service, refunds),
  };
};

function mountErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, _request, reply) => {
    if (error instanceof TapError) return reply.code(error.status).send(error.body());
    if (error instanceof NothingFound) return reply.code(400).send({ message: error.message });
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return renderFailure(reply, { status: status < 500 ? 400 : 500, message: error.message });
  });
}

const renderFailure = (reply: FastifyReply, { status, message }: { status: number; message: string }) =>
  reply.code(status).send(new TapError(status, "1102", message).body());

type Input = { charge_id?: string; card_id?: string; refund_id?: string; seconds?: number; code?: string };

/**
 * `POST /control/tap/age {charge_id, seconds}` ages a charge; `/cards {card_id, code}` sets what the bank of a saved card
 * answers from now on; `/refunds {code}` sets the result of the next refunds, and with `refund_id` finishes one.
 */
function controlRoutes(app: FastifyInstance, service: ChargeService, refunds: RefundService): void {
  app.post("/control/tap/age", (request) => {
    const { charge_id, seconds } = (request.body ?? {}) as Input;
    const charge = service.charges.get(charge_id ?? "");
    if (!charge || typeof seconds !== "number") throw new Refusal("charge_id and seconds are required");
    service.charges.put({ ...charge, createdAt: charge.createdAt - seconds * 1_000 });
    return { aged: charge.id };
  });
  app.post("/control/tap/cards", (request) => {
    const { card_id, code } = (request.body ?? {}) as Input;
    const card = service.cards.get(card_id ?? "");
    const outcome = OUTCOMES[code ?? ""];
    if (!card || !outcome) throw new Refusal(`card_id and code are required: ${Object.keys(OUTCOMES)}`);
    service.cards.put({ ...card, outcome });
    return { card_id, code };
  });
  app.post("/control/tap/refunds", (request) => {
    const { refund_id, code } = (request.body ?? {}) as Input;
    if (!isRefundCode(code)) throw new Refusal("code is required: a response code of Tap's refunds");
    if (refund_id === undefined) refunds.setNext(code);
    else refunds.finish(refunds.find(refund_id), code);
    return { refund_id: refund_id ?? null, code };
  });
}
