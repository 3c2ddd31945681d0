import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { walletCalls } from "../contract/wallet.calls.ts";
import { attachPayment, beginDeposit } from "./begin-deposit.ts";
import { listCards } from "./cards.store.ts";
import { removeCard, updateCardTheme } from "./cards.ts";
import { checkDepositNow } from "./check-deposit.ts";
import { findDeposit, listDeposits } from "./deposits.store.ts";
import { listTransactions } from "./list-transactions.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import { listReserves, presentAudit, presentCard, presentDeposit, presentWallet } from "./wallet.present.ts";

/** The wallet's calls, and the gateway's webhook. */
export function mountWallet(app: FastifyInstance, context: HttpContext, deps: WalletDeps) {
  const { messages, systemClock } = deps;

  mountCalls(app, context, walletCalls, {
    "GET Clients/Wallet/index": ({ db, session }) => presentWallet(deps, db, session.merchantId),
    "GET Clients/Wallet/transactions": ({ db, session, query }) =>
      listTransactions(db, session.merchantId, query),
    "GET Clients/Wallet/reserves": ({ db, session, query }) => listReserves(db, session.merchantId, query),
    "GET Clients/Wallet/audit": ({ db, session }) => presentAudit(deps, db, session.merchantId),

    "GET Clients/Wallet/deposits": async ({ db, session, query, language }) => {
      const list = await listDeposits(db, session.merchantId, query);
      return { ...list, items: list.items.map((deposit) => presentDeposit(messages, language, deposit)) };
    },
    "GET Clients/Wallet/deposit/{id}": async ({ db, session, params, language }) => {
      const deposit = await findDeposit(db, session.merchantId, params.id);
      return deposit ? presentDeposit(messages, language, deposit) : baseRefusals.refuse("base.not_found");
    },
    "POST Clients/Wallet/deposit": async ({ db, session, body, language }) => {
      const { deposit, form } = await beginDeposit(deps, db, session.merchantId, body, language);
      return { deposit: presentDeposit(messages, language, deposit), form };
    },
    "POST Clients/Wallet/deposit/{id}/started": async ({ db, session, params, body, language }) => {
      const deposit = await attachPayment(deps, db, session.merchantId, params.id, body.payment_id);
      return presentDeposit(messages, language, deposit);
    },
    "POST Clients/Wallet/deposit/{id}/check": async ({ db, session, params, language, log }) => {
      const { merchantId } = session;
      const known = await findDeposit(db, merchantId, params.id);
      if (!known) return baseRefusals.refuse("base.not_found");
      await checkDepositNow(deps, known.id).catch((error) => {
        // A failed check is not an error for the merchant: the deposit is shown as stored, and the sweep keeps
        // checking.
        if (!(error instanceof AdapterFault)) throw error;
        log.warn({ err: error, deposit_id: known.id }, "a deposit could not be checked at the gateway");
      });
      return presentDeposit(messages, language, (await findDeposit(db, merchantId, known.id)) ?? known);
    },

    "GET Clients/Wallet/cards": async ({ db, session }) => {
      const cards = await listCards(db, session.merchantId);
      return { items: cards.map((card) => presentCard(card, systemClock.now())) };
    },
    "PUT Clients/Wallet/cards/{id}": async ({ db, session, params, body }) =>
      presentCard(await updateCardTheme(db, session.merchantId, params.id, body), systemClock.now()),
    "DELETE Clients/Wallet/cards/{id}": async ({ db, session, params }) => {
      await removeCard(db, session.merchantId, params.id);
      return null;
    },
  });
  mountWebhook(app, deps);
}

/** The webhook needs the raw bytes. A message that is not the gateway's is answered 401 and stores nothing. */
function mountWebhook(app: FastifyInstance, { db, gateway, log }: WalletDeps) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(`/webhooks/${gateway.gateway}`, { bodyLimit: 262_144 }, async (request, reply) => {
      const event = Buffer.isBuffer(request.body) ? gateway.parseWebhook(request.body) : null;
      if (!event) {
        log.warn({ gateway: gateway.gateway, ip: request.ip }, "a webhook was not the gateway's");
        return reply.status(401).send({ received: false });
      }
      await receiveWebhook(db, gateway.gateway, event);
      return reply.send({ received: true });
    });
  });
}
