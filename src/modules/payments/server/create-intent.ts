import { randomUUID } from "node:crypto";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { IntentPurpose } from "../contract/enums.ts";
import type { PaymentForm } from "../contract/payment-form.ts";
import { paymentsRefusals } from "../contract/payments.refusals.ts";
import { isUsable } from "../domain/cards.ts";
import { canOpenAnother, firstChargeCheckAt, firstCheckAt } from "../domain/schedule.ts";
import { newAttempt, saveAttempt } from "./attempts.store.ts";
import { type CardRow, findCard } from "./cards.store.ts";
import { isChargedBack } from "./chargebacks.store.ts";
import { type Intent, insertIntent, lockOpenIntents } from "./intents.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { chargeOffSessionJob, chargeSavedCardJob } from "./payments.jobs.ts";

type Deps = Pick<PaymentsDeps, "gateways" | "systemClock" | "messages" | "settings">;

export type NewIntentInput = {
  purpose: IntentPurpose;
  /** Whose or which, in the terms of the purpose's owner. */
  subject: string;
  amount_halalas: number;
  save_card: boolean;
  /** A saved card pays; without it the gateway's form does. */
  card_id?: string | undefined;
  /**
   * The cardholder is not there: a renewal or an automatic top-up. The card is charged without the bank's page; a bank
   * that wants it declines (`authentication_required`). Only with `card_id`.
   */
  off_session?: boolean;
  language: Language;
};
export type NewIntent =
  | { kind: "created"; intent: Intent; form: PaymentForm | null }
  | { kind: "card_expired" }
  | { kind: "too_many_open"; open: number };

/**
 * Records what somebody is about to pay for. The money comes through the gateway's form in the browser (the answer holds
 * the form's settings), or from a saved card, which a job charges. Calls nothing outside. Refuses a card that is not the
 * merchant's, and, without the cardholder, one whose payment the bank took back; their owner words the two other reasons.
 */
export const createIntent =
  (deps: Deps) =>
  async (ctx: Context, input: NewIntentInput): Promise<NewIntent> => {
    const { gateways, systemClock } = deps;
    const { purpose, subject, amount_halalas, save_card, card_id = null, language } = input;
    const card = card_id === null ? null : await loadCard(ctx, card_id);
    if (card && !isUsable(card, systemClock.now())) return { kind: "card_expired" };
    if (card && input.off_session && (await isChargedBack(ctx, card)))
      return paymentsRefusals.refuse("payments.card_charged_back");
    const off_session = card !== null && (input.off_session ?? false);
    // Forms that a merchant left open do not hold up what is charged without the cardholder.
    const open = off_session ? 0 : await lockOpenIntents(ctx);
    if (!canOpenAnother(open)) return { kind: "too_many_open", open };
    const openedAt = systemClock.now();
    const intent = await insertIntent(ctx, {
      id: newId(idPrefixes[purpose]),
      purpose,
      subject,
      amount_halalas,
      // A card is charged where it was saved, whichever gateway new payments begin at.
      gateway: card?.gateway ?? gateways.current.gateway,
      status: card ? "pending" : "waiting",
      save_card,
      card_id,
      off_session,
      opened_at: openedAt,
      next_check_at: off_session ? firstChargeCheckAt(openedAt) : firstCheckAt(openedAt),
    });
    if (card) await requestCharge(deps, ctx, { intent, language });
    const form = card ? null : toForm(deps, intent, language);
    return { kind: "created", intent, form };
  };

/** An id says what it is: the intent of a wallet's deposit is that deposit. */
const idPrefixes: Record<IntentPurpose, string> = {
  wallet_deposit: "dep",
  top_up: "tup",
  subscription: "sbp",
  order: "orp",
};

/** Saves the payment's id before the gateway is called with it, so that no crash and no retry can charge twice. */
async function requestCharge(
  { systemClock }: Deps,
  ctx: Context,
  { intent: { id: intent_id, gateway, off_session }, language }: { intent: Intent; language: Language },
) {
  const attempt = {
    ...newAttempt,
    gateway,
    id: randomUUID(),
    intent_id,
    source: "saved_card",
    state: "requested",
  } as const;
  await saveAttempt(ctx, attempt, { at: systemClock.now() });
  await ctx.tx.enqueue(
    off_session ? chargeOffSessionJob : chargeSavedCardJob,
    { gateway, payment_id: attempt.id, language },
    { key: attempt.id },
  );
}

/** Refuses `base.not_found` for a card that is not the merchant's. */
const loadCard = async (ctx: Context, cardId: string): Promise<CardRow> =>
  (await findCard(ctx, cardId)) ?? baseRefusals.refuse("base.not_found");

/** Where the cardholder returns to. The ids are ours; parameters that the gateway adds are not trusted. */
export function toReturnUrl(publicUrl: string, intent: Pick<Intent, "id" | "purpose" | "subject">): string {
  const { id, purpose, subject } = intent;
  const names: Record<IntentPurpose, string> = {
    wallet_deposit: `deposit=${id}`,
    top_up: `deposit=${id}`,
    subscription: `subscription=${id}`,
    order: `order=${subject}`,
  };
  return `${publicUrl}/checkout?${names[purpose]}`;
}

/** The settings of the gateway's form for an intent that it pays. */
export function toForm(
  { gateways, messages, settings }: Pick<Deps, "gateways" | "messages" | "settings">,
  intent: Intent,
  language: Language,
): PaymentForm {
  const form = gateways.find(intent.gateway).getFormSettings();
  if (form.kind === "redirect") return { kind: "redirect", intent_id: intent.id };
  return {
    kind: "form",
    publishable_key: form.publishableKey,
    api_url: form.apiUrl,
    script_url: form.scriptUrl,
    style_url: form.styleUrl,
    script_integrity: form.scriptIntegrity,
    style_integrity: form.styleIntegrity,
    methods: [...form.methods],
    apple_pay_validation_url: form.applePayValidationUrl,
    amount_halalas: intent.amount_halalas,
    currency: "SAR",
    description: messages.translate(language, `payments:purpose_${intent.purpose}`),
    callback_url: toReturnUrl(settings.publicUrl, intent),
    // The key that payments at the gateway have always carried: the adapter finds them by it.
    metadata: { deposit_id: intent.id },
    language,
    save_card: intent.save_card,
  };
}
