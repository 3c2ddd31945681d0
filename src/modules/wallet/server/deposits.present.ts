import type { ReadContext } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { Intent } from "#modules/payments/server/payments.facade.ts";
import { toDepositStatus } from "../domain/deposit.ts";
import { loadCreditedDeposits } from "./credited-payments.store.ts";

type Deps = { messages: Messages };

/** Deposits as the merchant sees them: the intent's state, and whether its money is in the wallet. */
export const presentDeposits =
  ({ messages }: Deps) =>
  async (ctx: ReadContext, intents: readonly Intent[], language: Language) => {
    const credited = await loadCreditedDeposits(
      ctx,
      intents.map(({ id }) => id),
    );
    return intents.map((intent) => presentDeposit(messages, language, intent, credited.get(intent.id)));
  };

function presentDeposit(
  messages: Messages,
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
    failure_text: failure && messages.translate(language, `payments:payment_failed_${failure}`),
    save_card,
    card_id,
    action_url,
    owed_settled_halalas: credited?.owed_settled_halalas ?? 0,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  };
}
