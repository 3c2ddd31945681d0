import type { ReadContext } from "#base/server/context.ts";
import type { Halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { IntentPurpose } from "#modules/payments/contract/enums.ts";
import type { RefundablePayment } from "#modules/payments/server/payments.facade.ts";
import { computeRest, splitWithdrawal } from "../domain/withdrawal.ts";
import { type BankAccount, findBankAccount } from "./bank-accounts.store.ts";
import { loadFree } from "./holds.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import { sumRequestedOn } from "./withdrawals.store.ts";

type Deps = Pick<WalletDeps, "payments" | "merchants" | "systemClock" | "settings">;

/** How an amount would be withdrawn now, and what bounds it. Amounts in halalas. */
export type WithdrawalPlan = {
  cards: (RefundablePayment & { amount: Halalas })[];
  toBank: Halalas;
  toCardsMax: number;
  withdrawable: number;
  leftToday: number;
  restingUntil: Date | null;
  restSeconds: number;
  bankAccount: BankAccount | null;
};

/** Payments that put money into the wallet. */
const walletPurposes = ["wallet_deposit", "top_up"] as const;
export const isForWallet = (purpose: IntentPurpose) => walletPurposes.some((one) => one === purpose);

/** Newest payment first, within what each has left; the rest goes to the bank account. Moves nothing. */
export const planWithdrawal =
  ({ payments, merchants, systemClock, settings }: Deps) =>
  async (ctx: ReadContext, amount: number): Promise<WithdrawalPlan> => {
    const refundable = await payments.listRefundable(ctx, { purposes: walletPurposes });
    const bankAccount = (await findBankAccount(ctx)) ?? null;
    const { toCards, toBank } = splitWithdrawal(amount, refundable);
    const requestedToday = await sumRequestedOn(ctx, toRiyadhDay(ctx.now));
    const changes = [await merchants.loadMobileChangedAt(ctx), bankAccount?.changed_at ?? null];
    const now = systemClock.now();
    const restingUntil = settings.withdrawalRests ? computeRest(changes, now) : null;
    return {
      cards: toCards,
      toBank,
      toCardsMax: refundable.reduce((sum, payment) => sum + payment.refundable_halalas, 0),
      withdrawable: Math.max(0, await loadFree(ctx)),
      leftToday: Math.max(0, settings.withdrawalDailyLimitHalalas - requestedToday),
      restingUntil,
      restSeconds: restingUntil ? Math.ceil((restingUntil.getTime() - now.getTime()) / 1_000) : 0,
      bankAccount,
    };
  };
