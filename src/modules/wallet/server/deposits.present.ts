import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import type { Intent, PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { toDepositStatus } from "../domain/deposit.ts";
import { loadCreditedDeposits } from "./credited-payments.store.ts";
import { loadActedBy } from "./load-acted-by.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = {
  payments: Pick<PaymentsFacade, "describeFailure" | "describeCard">;
  merchants: Pick<WalletDeps["merchants"], "nameActors">;
};

/** Deposits as the merchant sees them: the intent's state, and whether its money is in the wallet. */
export const presentDeposits =
  ({ payments, merchants }: Deps) =>
  async (ctx: ReadContext, intents: readonly Intent[], language: Language) => {
    const ids = intents.map(({ id }) => id);
    const credited = await loadCreditedDeposits(ctx, ids);
    const actors = await loadActedBy({ merchants })(ctx, ids);
    return intents.map((intent) => ({
      ...presentDeposit(payments, language, intent, credited.get(intent.id)),
      by: actors.get(intent.id) ?? null,
    }));
  };

function presentDeposit(
  payments: Deps["payments"],
  language: Language,
  intent: Intent,
  credited: { owed_settled_halalas: number } | undefined,
) {
  const { id, amount_halalas, status, failure, save_card, card_id, action_url, created_at, settled_at } =
    intent;
  return {
    id,
    amount_halalas,
    status: toDepositStatus(status, credited !== undefined),
    failure,
    failure_text: payments.describeFailure(intent, language),
    card_text: payments.describeCard(intent, language),
    save_card,
    card_id,
    action_url,
    owed_settled_halalas: credited?.owed_settled_halalas ?? 0,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  };
}
