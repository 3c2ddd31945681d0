import type { FastifyInstance, FastifyReply } from "fastify";
import { type MakeVendor, Refusal } from "../../base/vendor.ts";
import { KEYS } from "./auth.ts";
import { cdnRoutes, formIntegrity } from "./cdn.ts";
import { MoyasarError } from "./errors.ts";
import type { Plan } from "./model.ts";
import { makePaymentService, type PaymentService } from "./payment-service.ts";
import { paymentRoutes } from "./payments.routes.ts";
import { settlementRoutes } from "./settlements.routes.ts";
import { makeSettlements, type Settlements } from "./settlements.ts";
import { shopperRoutes } from "./shopper.routes.ts";
import { tokenRoutes } from "./tokens.routes.ts";
import { webhookRoutes } from "./webhooks.routes.ts";
import { type Hooks, makeHooks } from "./webhooks.ts";

/** Moyasar's API, its card form, and the issuer's pages, as the README describes. */
export const makeMoyasar: MakeVendor = (world) => {
  const hooks = makeHooks(world);
  const service = makePaymentService(world, hooks);
  const settlements = makeSettlements(world, service);
  return {
    vendor: "moyasar",
    title: { ar: "ميسر", en: "Moyasar" },
    credentials: {
      MOYASAR_PUBLISHABLE_KEY: KEYS.publishable,
      MOYASAR_SECRET_KEY: KEYS.secret,
      MOYASAR_WEBHOOK_SECRET: KEYS.webhookSecret,
      MOYASAR_SCRIPT_INTEGRITY: formIntegrity["moyasar.js"] ?? "",
      MOYASAR_STYLE_INTEGRITY: formIntegrity["moyasar.css"] ?? "",
      PAYMENT_METHODS: "card,apple_pay,stc_pay",
    },
    issueTokens: () => ({
      publishable_key: KEYS.publishable,
      secret_key: KEYS.secret,
      webhook_secret: KEYS.webhookSecret,
    }),
    hosts: [
      {
        name: "moyasar",
        standsFor: "api.moyasar.com",
        renderFailure,
        routes(app) {
          app.register(async (api) => {
            mountCors(api);
            mountErrorHandler(api);
            paymentRoutes(api, service);
            tokenRoutes(api, service, world);
            webhookRoutes(api, hooks, world);
            settlementRoutes(api, settlements);
            shopperRoutes(api, service, hooks, world);
          });
        },
      },
      { name: "moyasar-cdn", standsFor: "cdn.moyasar.com", renderFailure, routes: cdnRoutes },
    ],
    controlRoutes(app) {
      controlRoutes(app, service, hooks);
      bankControlRoutes(app, service, settlements);
    },
  };
};

/** The form posts from the merchant's page: preflights are answered, and every response is readable there (CORS). */
function mountCors(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("access-control-allow-origin", "*");
    if (request.method === "OPTIONS" || request.headers["user-agent"]) return;
    // The network in front of Moyasar refuses requests without a User-Agent, and not in JSON.
    return reply.code(403).type("text/html").send("<html><body>error code: 1010</body></html>");
  });
  app.options("/v1/*", (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-methods", "GET, POST, PUT, DELETE, OPTIONS")
      .header("access-control-allow-headers", "authorization, content-type, accept")
      .header("access-control-max-age", "600")
      .send(),
  );
}

function mountErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, _request, reply) => {
    if (error instanceof MoyasarError) return reply.code(error.status).send(error.body());
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return renderFailure(reply, { status: status < 500 ? 400 : 500, message: error.message });
  });
}

const TYPES: Record<number, string> = {
  429: "rate_limit_error",
  500: "api_error",
  503: "api_connection_error",
};

function renderFailure(reply: FastifyReply, failure: { status: number; message: string }): FastifyReply {
  const type = TYPES[failure.status] ?? "invalid_request_error";
  return reply.code(failure.status).send(new MoyasarError(failure.status, type, failure.message).body());
}

type Aged = { payment_id?: string; webhook_id?: string; seconds?: number };

/**
 * `POST /control/moyasar/age {payment_id or webhook_id, seconds}`: ages one payment or webhook, to test the void
 * windows and the expiry of a verification code.
 */
function controlRoutes(app: FastifyInstance, service: PaymentService, hooks: Hooks): void {
  app.post("/control/moyasar/age", (request) => {
    const { payment_id, webhook_id, seconds } = (request.body ?? {}) as Aged;
    const payment = service.payments.get(payment_id ?? "");
    const hook = hooks.table.get(webhook_id ?? "");
    if ((!payment && !hook) || typeof seconds !== "number")
      throw new Refusal("payment_id or webhook_id, and seconds are required");
    const earlier = (time: string) => new Date(Date.parse(time) - seconds * 1_000).toISOString();
    if (hook) hooks.table.put({ ...hook, code_sent_at: earlier(hook.code_sent_at) });
    if (!payment) return { aged: webhook_id };
    service.payments.put({
      ...payment,
      created_at: earlier(payment.created_at),
      updated_at: earlier(payment.updated_at),
      paid_at: payment.paid_at && earlier(payment.paid_at),
    });
    return { aged: payment.id };
  });
}

type Taken = { payment_id?: string; amount?: number };
type RefusedRefund = { payment_id?: string; reason?: "too_late" | "refused" | null };
type ChangedCard = { last_four?: string; code?: string; challenge?: Plan["challenge"] };

/**
 * What banks do by themselves. `POST /control/moyasar/chargeback {payment_id, amount?}` takes a payment back and settles
 * it; `/settle` settles what has happened so far; `/refunds {payment_id, reason}` lets the payment's refunds be refused
 * (null: not any more); `/cards {last_four, code?, challenge?}` changes what the bank says to saved cards that end so.
 */
function bankControlRoutes(app: FastifyInstance, service: PaymentService, settlements: Settlements): void {
  app.post("/control/moyasar/chargeback", (request) => {
    const { payment_id, amount } = (request.body ?? {}) as Taken;
    return settlements.chargeBack(findPayment(service, payment_id).id, amount);
  });
  app.post("/control/moyasar/settle", () => settlements.settle() ?? { lines: [] });
  app.post("/control/moyasar/refunds", (request) => {
    const { payment_id, reason = "refused" } = (request.body ?? {}) as RefusedRefund;
    service.payments.put({ ...findPayment(service, payment_id), refund_refusal: reason });
    return { payment_id, reason };
  });
  app.post("/control/moyasar/cards", (request) => {
    const { last_four, code, challenge } = (request.body ?? {}) as ChangedCard;
    const cards = [...service.tokens.values()].filter(({ masked }) => masked.endsWith(`-${last_four}`));
    if (cards.length === 0) throw new Refusal("last_four of a saved card is required");
    for (const card of cards)
      service.tokens.put({ ...card, code: code ?? card.code, challenge: challenge ?? card.challenge });
    return { cards: cards.map(({ id }) => id) };
  });
}

function findPayment(service: PaymentService, id: string | undefined) {
  const payment = service.payments.get(id ?? "");
  if (!payment) throw new Refusal("payment_id is required");
  return payment;
}
