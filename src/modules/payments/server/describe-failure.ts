import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { Intent } from "./intents.store.ts";

/** Why the last try to pay failed, as a sentence for the merchant; null while none has failed. */
export function describeFailure(
  messages: Messages,
  language: Language,
  { failure, failed_method }: Pick<Intent, "failure" | "failed_method">,
): string | null {
  if (failure === null) return null;
  const reason = messages.translate(language, `payments:payment_failed_${failure}`);
  if (failed_method !== "apple_pay") return reason;
  return messages.translate(language, "payments:apple_payment_failed", { reason });
}

/** That the card of a paid intent could not be saved though the merchant wanted it; null otherwise. */
export function describeCard(
  messages: Messages,
  language: Language,
  { is_card_kept }: Pick<Intent, "is_card_kept">,
): string | null {
  return is_card_kept === false ? messages.translate(language, "payments:card_not_added") : null;
}
