import type { FastifyInstance } from "fastify";
import type { Db } from "#base/server/db/db.ts";
import type { Handlers } from "#base/server/http/mount.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { WalletCalls } from "../contract/wallet.calls.ts";
import { attachPayment } from "./attach-payment.ts";
import { beginDeposit } from "./begin-deposit.ts";
import { listCards } from "./cards.store.ts";
import { checkDepositNow } from "./check-deposit.ts";
import { findDeposit, listDeposits } from "./deposits.store.ts";
import { presentCard, presentDeposit } from "./payments.present.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { removeCard } from "./remove-card.ts";
import { updateCard } from "./update-card.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type PaymentCall = Extract<keyof WalletCalls, `${string}/${"deposit" | "cards"}${string}`>;

/** The calls about deposits and saved cards. */
export function paymentHandlers(deps: WalletDeps): Pick<Handlers<WalletCalls>, PaymentCall> {
  const { messages, systemClock } = deps;
  const begin = beginDeposit(deps);
  const attach = attachPayment(deps);
  const check = checkDepositNow(deps);

  return {
    "GET Clients/Wallet/deposits": async ({ ctx, query, language }) => {
      const list = await listDeposits(ctx, query);
      return { ...list, items: list.items.map((deposit) => presentDeposit(messages, language, deposit)) };
    },
    "GET Clients/Wallet/deposit/{id}": async ({ ctx, params, language }) => {
      const deposit = await findDeposit(ctx, params.id);
      return deposit ? presentDeposit(messages, language, deposit) : baseRefusals.refuse("base.not_found");
    },
    "POST Clients/Wallet/deposit": async ({ ctx, body, language }) => {
      const { deposit, form } = await begin(ctx, { fields: body, language });
      return { deposit: presentDeposit(messages, language, deposit), form };
    },
    "POST Clients/Wallet/deposit/{id}/started": async ({ ctx, params, body, language }) => {
      const deposit = await attach(ctx, { depositId: params.id, paymentId: body.payment_id });
      return presentDeposit(messages, language, deposit);
    },
    "POST Clients/Wallet/deposit/{id}/check": async ({ ctx, params, language }) =>
      presentDeposit(messages, language, await check(ctx, { depositId: params.id })),

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
  };
}

/** The webhook needs the raw bytes. A message that is not the gateway's is answered 401 and stores nothing. */
export function mountWebhook(app: FastifyInstance, db: Db, deps: WalletDeps) {
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
