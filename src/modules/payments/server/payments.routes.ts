import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { paymentsCalls } from "../contract/payments.calls.ts";
import { type CardRow, listCards } from "./cards.store.ts";
import { chooseDefaultCard, replaceCard } from "./choose-card.ts";
import { openPage } from "./open-page.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { presentCard } from "./payments.present.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { removeCard } from "./remove-card.ts";
import { updateCard } from "./update-card.ts";

/** The calls about saved cards, and the gateway's webhook. */
export function mountPayments(app: FastifyInstance, context: HttpContext, deps: PaymentsDeps) {
  const { systemClock, findCardNeeds } = deps;
  const openPaymentPage = openPage(deps);
  const remove = removeCard(deps);
  const choose = chooseDefaultCard(deps);
  const replace = replaceCard(deps);
  const present = async (ctx: ReadContext, card: CardRow) => ({
    ...presentCard(card, systemClock.now()),
    needs: await findCardNeeds(ctx, card.id),
  });
  mountCalls(app, context, paymentsCalls, {
    "GET Clients/Wallet/cards": async ({ ctx }) => {
      const cards = await listCards(ctx);
      return { items: await Promise.all(cards.map((card) => present(ctx, card))) };
    },
    "POST Clients/Wallet/payments/{id}/page": ({ ctx, params, language }) =>
      openPaymentPage(ctx, { intentId: params.id, language }),
    "PUT Clients/Wallet/cards/{id}": async ({ ctx, params, body }) =>
      present(ctx, await updateCard(ctx, { cardId: params.id, fields: body })),
    "PUT Clients/Wallet/cards/{id}/default": async ({ ctx, params }) =>
      present(ctx, await choose(ctx, { cardId: params.id })),
    "POST Clients/Wallet/cards/{id}/replace": async ({ ctx, params, body }) =>
      present(ctx, await replace(ctx, { cardId: params.id, replacedBy: body.card_id })),
    "DELETE Clients/Wallet/cards/{id}": async ({ ctx, params, language }) => {
      await remove(ctx, { cardId: params.id, language });
      return null;
    },
  });
  mountWebhooks(app, context.db, deps);
  mountAppleAssociation(app, deps);
}

/** Apple reads this file before its button works on our domain (Moyasar docs, Apple Pay on the web). */
function mountAppleAssociation(app: FastifyInstance, { settings: { appleDomainAssociation } }: PaymentsDeps) {
  app.get("/.well-known/apple-developer-merchantid-domain-association", (_request, reply) =>
    appleDomainAssociation
      ? reply.type("text/plain; charset=utf-8").send(appleDomainAssociation)
      : reply.status(404).type("text/plain").send("not found"),
  );
}

/** Webhooks need the raw bytes. A message that is not the gateway's is answered 401 and stores nothing. */
function mountWebhooks(app: FastifyInstance, db: Db, deps: PaymentsDeps) {
  const { gateways, log } = deps;
  const receive = receiveWebhook(deps);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const each of gateways.all) {
      const { gateway } = each;
      scope.post(`/webhooks/${gateway}`, { bodyLimit: 262_144 }, async ({ body, headers, ip }, reply) => {
        const event = Buffer.isBuffer(body) ? each.parseWebhook(body, headers) : null;
        if (!event) {
          log.warn({ gateway, ip }, "a webhook was not the gateway's");
          return reply.status(401).send({ received: false });
        }
        await receive(db, gateway, event);
        return reply.send({ received: true });
      });
    }
  });
}
