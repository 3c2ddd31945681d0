import type { FastifyInstance } from "fastify";
import type { Db } from "#base/server/db/db.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { paymentsCalls } from "../contract/payments.calls.ts";
import { listCards } from "./cards.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { presentCard } from "./payments.present.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { removeCard } from "./remove-card.ts";
import { updateCard } from "./update-card.ts";

/** The calls about saved cards, and the gateway's webhook. */
export function mountPayments(app: FastifyInstance, context: HttpContext, deps: PaymentsDeps) {
  const { systemClock } = deps;
  mountCalls(app, context, paymentsCalls, {
    "GET Clients/Wallet/cards": async ({ ctx }) => {
      const cards = await listCards(ctx);
      return { items: cards.map((card) => presentCard(card, systemClock.now())) };
    },
    "PUT Clients/Wallet/cards/{id}": async ({ ctx, params, body }) =>
      presentCard(await updateCard(ctx, { cardId: params.id, fields: body }), systemClock.now()),
    "DELETE Clients/Wallet/cards/{id}": async ({ ctx, params }) => {
      await removeCard(ctx, { cardId: params.id });
      return null;
    },
  });
  mountWebhook(app, context.db, deps);
}

/** The webhook needs the raw bytes. A message that is not the gateway's is answered 401 and stores nothing. */
function mountWebhook(app: FastifyInstance, db: Db, deps: PaymentsDeps) {
  const { gateway, log } = deps;
  const receive = receiveWebhook(deps);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(`/webhooks/${gateway.gateway}`, { bodyLimit: 262_144 }, async (request, reply) => {
      const event = Buffer.isBuffer(request.body) ? gateway.parseWebhook(request.body) : null;
      if (!event) {
        log.warn({ gateway: gateway.gateway, ip: request.ip }, "a webhook was not the gateway's");
        return reply.status(401).send({ received: false });
      }
      await receive(db, event);
      return reply.send({ received: true });
    });
  });
}
