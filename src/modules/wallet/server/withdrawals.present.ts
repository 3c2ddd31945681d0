import type { ReadContext } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { BankAccount } from "./bank-accounts.store.ts";
import { loadActedBy } from "./load-acted-by.ts";
import type { WithdrawalPlan } from "./plan-withdrawal.ts";
import { minWithdrawalHalalas, type WalletDeps } from "./wallet.deps.ts";
import { listParts, type PartRow, type Withdrawal } from "./withdrawals.store.ts";

export const presentWithdrawals =
  ({ messages, merchants }: Pick<WalletDeps, "messages" | "merchants">) =>
  async (ctx: ReadContext, withdrawals: readonly Withdrawal[], language: Language) => {
    const ids = withdrawals.map(({ id }) => id);
    const parts = await listParts(ctx, ids);
    const actors = await loadActedBy({ merchants })(ctx, ids);
    return withdrawals.map(({ requested_at, ended_at, iban: _, holder_name: __, ...withdrawal }) => {
      const own = parts.filter(({ withdrawal_id }) => withdrawal_id === withdrawal.id);
      return {
        ...withdrawal,
        by: actors.get(withdrawal.id) ?? null,
        can_cancel: own.some(({ state }) => state === "requested"),
        parts: own.map((part) => presentPart(messages, language, part)),
        requested_at: requested_at.toISOString(),
        ended_at: ended_at?.toISOString() ?? null,
      };
    });
  };

function presentPart(messages: Messages, language: Language, part: PartRow) {
  const { kind, amount_halalas, state, iban, bank_reference, failure } = part;
  const isOfCard = kind === "card" && failure !== null;
  return {
    kind,
    amount_halalas,
    state,
    card: presentCard(part.card_brand, part.card_last_four),
    iban,
    bank_reference,
    failure_text: isOfCard ? messages.translate(language, `payments:refund_failed_${failure}`) : failure,
  };
}

const presentCard = (brand: string | null, lastFour: string | null) =>
  brand && lastFour ? { brand, last_four: lastFour } : null;

export function presentPlan(plan: WithdrawalPlan) {
  const { cards, toBank, bankAccount } = plan;
  const toCards = cards.map(({ amount, card, paid_at }) => ({
    kind: "card" as const,
    amount_halalas: amount,
    card,
    iban: null,
    paid_at: paid_at.toISOString(),
  }));
  const transfer = {
    kind: "bank" as const,
    amount_halalas: toBank,
    card: null,
    iban: bankAccount?.iban ?? null,
    paid_at: null,
  };
  return {
    parts: toBank > 0 ? [...toCards, transfer] : toCards,
    withdrawable_halalas: plan.withdrawable,
    to_cards_halalas: plan.toCardsMax,
    minimum_halalas: minWithdrawalHalalas,
    left_today_halalas: plan.leftToday,
    resting_until: plan.restingUntil?.toISOString() ?? null,
    bank_account: presentBankAccount(bankAccount),
  };
}

export const presentBankAccount = (account: BankAccount | null) =>
  account && {
    iban: account.iban,
    holder_name: account.holder_name,
    changed_at: account.changed_at.toISOString(),
  };
