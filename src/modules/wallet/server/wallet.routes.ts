import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { topUpCalls } from "../contract/top-up.calls.ts";
import { walletCalls } from "../contract/wallet.calls.ts";
import { withdrawalCalls } from "../contract/withdrawals.calls.ts";
import { auditMerchant } from "./audit-merchant.ts";
import { depositHandlers } from "./deposits.routes.ts";
import { listCampaignHolds } from "./list-holds.ts";
import { listTransactions } from "./list-transactions.ts";
import { statementHandlers } from "./statement/statement.routes.ts";
import { topUpHandlers } from "./top-up.routes.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import { presentAudit, presentWallet } from "./wallet.present.ts";
import { withdrawalHandlers } from "./withdrawals.routes.ts";

/** The wallet's calls. */
export function mountWallet(app: FastifyInstance, context: HttpContext, deps: WalletDeps) {
  const audit = auditMerchant(deps);

  mountCalls(app, context, walletCalls, {
    "GET Clients/Wallet/index": ({ ctx }) => presentWallet(deps, ctx),
    "GET Clients/Wallet/transactions": ({ ctx, query, language }) =>
      listTransactions(ctx, { ...query, language }),
    "GET Clients/Wallet/reserves": ({ ctx, query }) => listCampaignHolds(ctx, query),
    "GET Clients/Wallet/audit": async ({ ctx }) => presentAudit(ctx, await audit(ctx)),
    ...depositHandlers(deps),
    ...statementHandlers(deps),
  });
  mountCalls(app, context, withdrawalCalls, withdrawalHandlers(deps));
  mountCalls(app, context, topUpCalls, topUpHandlers(deps));
}
