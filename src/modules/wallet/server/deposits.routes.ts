import type { ReadContext } from "#base/server/context.ts";
import type { Handlers } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { Intent } from "#modules/payments/server/payments.facade.ts";
import type { WalletCalls } from "../contract/wallet.calls.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { beginDeposit } from "./begin-deposit.ts";
import { presentDeposits } from "./deposits.present.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type DepositCall = Extract<keyof WalletCalls, `${string}/deposit${string}`>;
const purpose = "wallet_deposit";

/** The calls about deposits. */
export function depositHandlers(deps: WalletDeps): Pick<Handlers<WalletCalls>, DepositCall> {
  const { payments } = deps;
  const begin = beginDeposit(deps);
  const present = presentDeposits(deps);
  const presentOne = async (ctx: ReadContext, intent: Intent | undefined, language: Language) => {
    const [deposit] = intent ? await present(ctx, [intent], language) : [];
    return deposit ?? baseRefusals.refuse("base.not_found");
  };

  return {
    "GET Clients/Wallet/deposits": async ({ ctx, query, language }) => {
      const list = await payments.listIntents(ctx, { ...query, purpose });
      return { ...list, items: await present(ctx, list.items, language) };
    },
    "GET Clients/Wallet/deposit/{id}": async ({ ctx, params, language }) =>
      presentOne(ctx, await payments.findIntent(ctx, { purpose, intentId: params.id }), language),
    "POST Clients/Wallet/deposit": async ({ ctx, body, language }) => {
      const { intent, form } = await begin(ctx, { fields: body, language });
      return { deposit: await presentOne(ctx, intent, language), form };
    },
    "POST Clients/Wallet/deposit/{id}/started": async ({ ctx, params, body, language }) => {
      const ids = { purpose, intentId: params.id } as const;
      if (!(await payments.attachPayment(ctx, { ...ids, paymentId: body.payment_id })))
        return walletRefusals.refuse("wallet.payment_of_another_deposit", {}, "payment_id");
      return presentOne(ctx, await payments.findIntent(ctx, ids), language);
    },
    "POST Clients/Wallet/deposit/{id}/check": async ({ ctx, params, language }) =>
      presentOne(ctx, await payments.checkIntent(ctx, { purpose, intentId: params.id }), language),
  };
}
