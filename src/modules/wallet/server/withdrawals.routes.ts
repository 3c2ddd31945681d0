import { recordAudit } from "#base/server/audit.ts";
import { normalizeAddress } from "#base/server/client-address.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { CallRequest, Handlers } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { WithdrawalCalls } from "../contract/withdrawals.calls.ts";
import { findBankAccount, saveBankAccount } from "./bank-accounts.store.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { planWithdrawal } from "./plan-withdrawal.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import { presentBankAccount, presentPlan, presentWithdrawals } from "./withdrawals.present.ts";
import { findWithdrawal, listWithdrawals } from "./withdrawals.store.ts";

/** The calls about withdrawals. */
export function withdrawalHandlers(deps: WalletDeps): Handlers<WithdrawalCalls> {
  const plan = planWithdrawal(deps);
  const request = requestWithdrawal(deps);
  const present = presentWithdrawals(deps);
  const presentOne = async (ctx: ReadContext, id: string, language: Language) => {
    const found = await findWithdrawal(ctx, id);
    const [withdrawal] = found ? await present(ctx, [found], language) : [];
    return withdrawal ?? baseRefusals.refuse("base.not_found");
  };
  return {
    "GET Clients/Wallet/withdrawals": async ({ ctx, query, language }) => {
      const { items, ...list } = await listWithdrawals(ctx, query);
      const { page, size } = query;
      return { items: await present(ctx, items, language), page, size, ...list };
    },
    "POST Clients/Wallet/withdrawals/preview": async ({ ctx, body }) =>
      presentPlan(await plan(ctx, body.amount_halalas)),
    "POST Clients/Wallet/withdrawals/code": (from) =>
      deps.merchants.requestConfirmation(from.ctx, { purpose: "withdrawal", caller: toCaller(from) }),
    "POST Clients/Wallet/withdrawals": async ({ body, ...from }) => {
      const { withdrawalId } = await request(from.ctx, { ...body, caller: toCaller(from) });
      return presentOne(from.ctx, withdrawalId, from.language);
    },
    "POST Clients/Wallet/withdrawals/{id}/cancel": async ({ ctx, params, language }) => {
      await cancelWithdrawal(ctx, { withdrawalId: params.id });
      return presentOne(ctx, params.id, language);
    },
    "GET Clients/Wallet/bank-account": async ({ ctx }) => ({
      bank_account: presentBankAccount((await findBankAccount(ctx)) ?? null),
    }),
    "PUT Clients/Wallet/bank-account": async ({ ctx, body }) => ({
      bank_account: presentBankAccount(await setBankAccount(deps, ctx, body)),
    }),
  };
}

type From = Pick<
  CallRequest<WithdrawalCalls["POST Clients/Wallet/withdrawals/code"]>,
  "session" | "ip" | "userAgent" | "language"
>;

const toCaller = ({ session, ip, userAgent, language }: From) => ({
  sessionId: session.sessionId,
  address: normalizeAddress(ip),
  userAgent,
  language,
});

function setBankAccount(
  { systemClock }: Pick<WalletDeps, "systemClock">,
  ctx: ReadContext,
  account: { iban: string; holder_name: string },
) {
  return transact(ctx, async (ctx) => {
    const before = await findBankAccount(ctx);
    const saved = await saveBankAccount(ctx, account, systemClock.now());
    await recordAudit(ctx, {
      module: "wallet",
      action: "wallet.bank_account_changed",
      subject: ctx.actor.merchantId,
      before: { iban: before?.iban ?? null, holder_name: before?.holder_name ?? null },
      after: account,
    });
    await ctx.tx.publish({ name: "wallet.bank_account_changed", merchant_id: ctx.actor.merchantId });
    return saved;
  });
}
