import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { PaymentForm } from "#modules/payments/contract/payment-form.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import type { Answers } from "../contract/questions.ts";
import { keepKnownAnswers } from "../domain/answers.ts";
import { saveDraft } from "./answer-drafts.store.ts";
import { endEarlierOrders, findCardOrder, insertCardOrder } from "./card-orders.store.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { requireAnswers } from "./place-order.ts";
import { requireOffered } from "./show-offered.ts";

type Deps = Pick<ConsultationsDeps, "wallet" | "billing" | "systemClock">;
type Input = {
  id: string;
  answers: Answers;
  coupon?: string | undefined;
  expected_price_halalas: number;
  amount_halalas: number;
  card_id?: string | undefined;
  language: Language;
};
type Begun = { deposit_id: string; amount_halalas: number; form: PaymentForm | null };

/**
 * Orders a consultation with a card: begins a deposit of what the balance lacks, and records what is to be ordered once
 * it is credited (`place-paid-order.ts`). Nothing is held before. Refuses what placing the order would refuse now, and
 * `consultations.balance_enough` when nothing is missing, and another amount than the merchant saw.
 */
export const orderByCard =
  ({ wallet, billing, systemClock }: Deps) =>
  async (ctx: Context, { id, answers, coupon, card_id, language, ...seen }: Input): Promise<Begun> => {
    const consultation = await requireOffered(ctx, id);
    requireAnswers(consultation, answers);
    const purchase = {
      code: coupon ?? "",
      kind: "consultation",
      gross_halalas: consultation.price_halalas,
    } as const;
    const priced = coupon ? await billing.priceWithCoupon(ctx, purchase) : null;
    const price_halalas = priced ? priced.total_halalas : consultation.price_halalas;
    if (price_halalas !== seen.expected_price_halalas) consultationsRefusals.refuse("consultations.changed");
    const card = { save_card: false, ...(card_id ? { card_id } : {}) };
    const begun = await wallet.depositMissing(ctx, { price_halalas, language, ...card });
    if (!begun) return consultationsRefusals.refuse("consultations.balance_enough");
    const { intent, form } = begun;
    if (intent.amount_halalas !== seen.amount_halalas)
      consultationsRefusals.refuse("consultations.amount_changed");
    const known = keepKnownAnswers(consultation.questions, answers);
    await endEarlierOrders(ctx, id);
    await insertCardOrder(ctx, {
      deposit_id: intent.id,
      consultation_id: id,
      answers: known,
      coupon_code: priced?.code ?? null,
      price_halalas,
      opened_at: systemClock.now(),
    });
    // The bank's page may open before the browser saved what was typed last: after a refused card the form has it all.
    await saveDraft(ctx, { consultationId: id, answers: known });
    await recordAudit(ctx, {
      module: "consultations",
      action: "consultations.card_order_begun",
      subject: intent.id,
      after: { consultation_id: id, price_halalas, amount_halalas: intent.amount_halalas },
    });
    return { deposit_id: intent.id, amount_halalas: intent.amount_halalas, form };
  };

/** What became of it. */
export async function showCardOrder(ctx: ReadContext, depositId: string) {
  const found = (await findCardOrder(ctx, depositId)) ?? baseRefusals.refuse("base.not_found");
  const { deposit_id, consultation_id, state, order_id, reason } = found;
  return { deposit_id, consultation_id, state, order_id, reason };
}
