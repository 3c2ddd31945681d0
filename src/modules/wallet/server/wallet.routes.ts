import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { walletCalls } from "../contract/wallet.calls.ts";
import { beginDeposit, noteStarted } from "./begin-deposit.ts";
import { cardsOf } from "./cards.store.ts";
import { dressCard, removeCard } from "./cards.ts";
import { checkDepositNow } from "./check-deposit.ts";
import { depositOf, listDeposits } from "./deposits.store.ts";
import { listTransactions } from "./list-transactions.ts";
import { takeNotice } from "./take-notice.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import { listReserves, showAudit, showCard, showDeposit, showWallet } from "./wallet.present.ts";

/** The wallet's calls, and the gateway's webhook. */
export function mountWallet(app: FastifyInstance, context: HttpContext, deps: WalletDeps) {
  const { messages, systemClock } = deps;

  mountCalls(app, context, walletCalls, {
    "GET Clients/Wallet/index": ({ db, session }) => showWallet(deps, db, session.merchantId),
    "GET Clients/Wallet/transactions": ({ db, session, query }) =>
      listTransactions(db, session.merchantId, query),
    "GET Clients/Wallet/reserves": ({ db, session, query }) => listReserves(db, session.merchantId, query),
    "GET Clients/Wallet/audit": ({ db, session }) => showAudit(deps, db, session.merchantId),

    "GET Clients/Wallet/deposits": async ({ db, session, query, language }) => {
      const list = await listDeposits(db, session.merchantId, query);
      return { ...list, items: list.items.map((deposit) => showDeposit(messages, language, deposit)) };
    },
    "GET Clients/Wallet/deposit/{id}": async ({ db, session, params, language }) => {
      const deposit = await depositOf(db, session.merchantId, params.id);
      return deposit ? showDeposit(messages, language, deposit) : baseRefusals.refuse("base.not_found");
    },
    "POST Clients/Wallet/deposit": async ({ db, session, body, language }) => {
      const { deposit, form } = await beginDeposit(deps, db, session.merchantId, body, language);
      return { deposit: showDeposit(messages, language, deposit), form };
    },
    "POST Clients/Wallet/deposit/{id}/started": async ({ db, session, params, body, language }) => {
      const deposit = await noteStarted(deps, db, session.merchantId, params.id, body.payment_id);
      return showDeposit(messages, language, deposit);
    },
    "POST Clients/Wallet/deposit/{id}/check": async ({ db, session, params, language, log }) => {
      const { merchantId } = session;
      const known = await depositOf(db, merchantId, params.id);
      if (!known) return baseRefusals.refuse("base.not_found");
      await checkDepositNow(deps, known.id).catch((error) => {
        // Not knowing yet is an answer: the deposit is shown as it was, and the sweep goes on asking.
        if (!(error instanceof AdapterFault)) throw error;
        log.warn({ err: error, deposit_id: known.id }, "the gateway could not be asked");
      });
      return showDeposit(messages, language, (await depositOf(db, merchantId, known.id)) ?? known);
    },

    "GET Clients/Wallet/cards": async ({ db, session }) => {
      const cards = await cardsOf(db, session.merchantId);
      return { items: cards.map((card) => showCard(card, systemClock.now())) };
    },
    "PUT Clients/Wallet/cards/{id}": async ({ db, session, params, body }) =>
      showCard(await dressCard(db, session.merchantId, params.id, body), systemClock.now()),
    "DELETE Clients/Wallet/cards/{id}": async ({ db, session, params }) => {
      await removeCard(db, session.merchantId, params.id);
      return null;
    },
  });
  mountNotices(app, deps);
}

/** The webhook needs the bytes as they came; a message that is not the gateway's is answered 401 and leaves no trace. */
function mountNotices(app: FastifyInstance, { db, gateway, log }: WalletDeps) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(`/webhooks/${gateway.gateway}`, { bodyLimit: 262_144 }, async (request, reply) => {
      const notice = Buffer.isBuffer(request.body) ? gateway.readNotice(request.body) : null;
      if (!notice) {
        log.warn({ gateway: gateway.gateway, ip: request.ip }, "a webhook was not the gateway's");
        return reply.status(401).send({ received: false });
      }
      await takeNotice(db, gateway.gateway, notice);
      return reply.send({ received: true });
    });
  });
}
