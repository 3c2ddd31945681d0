import { randomUUID } from "node:crypto";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { IntentPurpose } from "../contract/enums.ts";
import type { PaymentForm } from "../contract/payment-form.ts";
import { computeExpiry } from "../domain/cards.ts";
import { canOpenAnother, firstCheckAt } from "../domain/schedule.ts";
import { saveAttempt } from "./attempts.store.ts";
import { findCard } from "./cards.store.ts";
import { type Intent, insertIntent, lockOpenIntents } from "./intents.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { chargeSavedCardJob } from "./payments.jobs.ts";

type Deps = Pick<PaymentsDeps, "gateway" | "systemClock" | "messages" | "settings">;

export type NewIntentInput = {
  purpose: IntentPurpose;
  /** Whose or which, in the terms of the purpose's owner. */
  subject: string;
  amount_halalas: number;
  save_card: boolean;
  /** A saved card pays; without it the gateway's form does. */
  card_id?: string | undefined;
  language: Language;
};
export type NewIntent =
  | { kind: "created"; intent: Intent; form: PaymentForm | null }
  | { kind: "card_expired" }
  | { kind: "too_many_open"; open: number };

/**
 * Records what somebody is about to pay for. The money comes through the gateway's form in the browser (the answer holds
 * the form's settings), or from a saved card, which a job charges. Calls nothing outside. Refuses a card that is not the
 * merchant's; their owner words the two other reasons.
 */
export const createIntent =
  (deps: Deps) =>
  async (ctx: Context, input: NewIntentInput): Promise<NewIntent> => {
    const { gateway, systemClock } = deps;
    const { purpose, subject, amount_halalas, save_card, card_id = null, language } = input;
    if (card_id !== null && (await isExpired(deps, ctx, card_id))) return { kind: "card_expired" };
    const open = await lockOpenIntents(ctx);
    if (!canOpenAnother(open)) return { kind: "too_many_open", open };
    const openedAt = systemClock.now();
    const intent = await insertIntent(ctx, {
      id: newId(idPrefixes[purpose]),
      purpose,
      subject,
      amount_halalas,
      gateway: gateway.gateway,
      status: card_id === null ? "waiting" : "pending",
      save_card,
      card_id,
      opened_at: openedAt,
      next_check_at: firstCheckAt(openedAt),
    });
    if (card_id !== null) await requestCharge(deps, ctx, { intentId: intent.id, language });
    const form = card_id === null ? toForm(deps, intent, language) : null;
    return { kind: "created", intent, form };
  };

/** An id says what it is: the intent of a wallet's deposit is that deposit. */
const idPrefixes: Record<IntentPurpose, string> = { wallet_deposit: "dep" };

/** Saves the payment's id before the gateway is called with it, so that no crash and no retry can charge twice. */
async function requestCharge(
  { gateway, systemClock }: Deps,
  ctx: Context,
  { intentId, language }: { intentId: string; language: Language },
) {
  const attempt = {
    gateway: gateway.gateway,
    id: randomUUID(),
    intent_id: intentId,
    source: "saved_card",
    state: "requested",
    action_url: null,
    refunded_halalas: 0,
    failure: null,
  } as const;
  await saveAttempt(ctx, attempt, { at: systemClock.now() });
  await ctx.tx.enqueue(chargeSavedCardJob, { payment_id: attempt.id, language }, { key: attempt.id });
}

/** Cards expire by the system clock. Refuses `base.not_found` for a card that is not the merchant's. */
async function isExpired({ systemClock }: Deps, ctx: Context, cardId: string): Promise<boolean> {
  const card = await findCard(ctx, cardId);
  if (!card) return baseRefusals.refuse("base.not_found");
  return computeExpiry({ month: card.expiry_month, year: card.expiry_year }, systemClock.now()) === "past";
}

/** Where the cardholder returns to. The intent's id is ours; parameters that the gateway adds are not trusted. */
export const toReturnUrl = (publicUrl: string, intentId: string) =>
  `${publicUrl}/checkout?deposit=${intentId}`;

function toForm({ gateway, messages, settings }: Deps, intent: Intent, language: Language): PaymentForm {
  const form = gateway.getFormSettings();
  return {
    publishable_key: form.publishableKey,
    api_url: form.apiUrl,
    script_url: form.scriptUrl,
    style_url: form.styleUrl,
    script_integrity: form.scriptIntegrity,
    style_integrity: form.styleIntegrity,
    amount_halalas: intent.amount_halalas,
    currency: "SAR",
    description: messages.translate(language, `payments:purpose_${intent.purpose}`),
    callback_url: toReturnUrl(settings.publicUrl, intent.id),
    // The key that payments at the gateway have always carried: the adapter finds them by it.
    metadata: { deposit_id: intent.id },
    language,
    save_card: intent.save_card,
  };
}
