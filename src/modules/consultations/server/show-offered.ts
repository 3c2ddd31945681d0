import { type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Offer } from "../contract/consultations.calls.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import type { Price } from "../contract/prices.ts";
import type { Answers } from "../contract/questions.ts";
import { keepKnownAnswers } from "../domain/answers.ts";
import type { PromiseRecord } from "../domain/rank-consultants.ts";
import { findDraft, saveDraft } from "./answer-drafts.store.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { type ConsultationRecord, findConsultation, listOffered } from "./consultations.store.ts";
import { loadPromises } from "./load-promises.ts";

type Deps = Pick<ConsultationsDeps, "staff" | "wallet" | "billing">;

/** The consultations that can be ordered now. */
export const showOffered =
  ({ staff }: Pick<Deps, "staff">) =>
  async ({ db }: ReadContext): Promise<{ items: Offer[] }> => {
    const rows = await listOffered(db);
    const names = await staff.loadNames(
      db,
      rows.map(({ consultant_id }) => consultant_id),
    );
    const findPromises = await loadPromises(db);
    return { items: rows.map((row) => presentOffer(row, names, findPromises)) };
  };

/** One of them, with what the merchant has typed so far. */
export const showOffer =
  ({ staff, wallet, billing }: Deps) =>
  async (ctx: ReadContext, id: string) => {
    const row = await requireOffered(ctx, id);
    const names = await staff.loadNames(ctx.db, [row.consultant_id]);
    const { available_halalas } = await wallet.loadBalance(ctx);
    const free_halalas = await wallet.loadFree(ctx);
    const draft = keepKnownAnswers(row.questions, await findDraft(ctx, id));
    const { items } = await billing.loadStock(ctx);
    const stock = items.find(({ service }) => service === "consultation_vouchers");
    const plan_left = stock?.quota ? stock.quota.left_units : 0;
    const vouchers = stock?.left_units ?? 0;
    const findPromises = await loadPromises(ctx.db);
    return {
      ...presentOffer(row, names, findPromises),
      draft,
      available_halalas,
      free_halalas,
      plan_left,
      vouchers,
    };
  };

/** What one costs with a coupon. */
export const showPrice =
  ({ billing }: Pick<Deps, "billing">) =>
  async (ctx: ReadContext, { id, coupon: code }: { id: string; coupon: string }): Promise<Price> => {
    const { price_halalas: gross_halalas } = await requireOffered(ctx, id);
    const purchase = { code, kind: "consultation", gross_halalas } as const;
    const { total_halalas, discount_halalas, code: coupon } = await billing.priceWithCoupon(ctx, purchase);
    return {
      coupon,
      original_price_halalas: gross_halalas,
      discount_halalas,
      price_halalas: total_halalas,
    };
  };

/** Keeps the answers as they are typed. */
export const keepDraft = (
  ctx: ReadContext,
  { id, answers }: { id: string; answers: Answers },
): Promise<{ draft: Answers }> =>
  transact(ctx, async (ctx) => {
    const { questions } = await requireOffered(ctx, id);
    const draft = keepKnownAnswers(questions, answers);
    await saveDraft(ctx, { consultationId: id, answers: draft });
    return { draft };
  });

/** Refuses one that is switched off, and one that never was as not found. */
export async function requireOffered({ db }: ReadContext, id: string): Promise<ConsultationRecord> {
  const row = (await findConsultation(db, id)) ?? baseRefusals.refuse("base.not_found");
  return row.is_active ? row : consultationsRefusals.refuse("consultations.not_offered");
}

function presentOffer(
  row: ConsultationRecord,
  names: ReadonlyMap<string, string>,
  findPromises: (id: string) => PromiseRecord,
): Offer {
  const { id, title_ar, title_en, outcome_ar, outcome_en, price_halalas, currency, minutes, questions } = row;
  const consultant_name = names.get(row.consultant_id) ?? "";
  return {
    id,
    title_ar,
    title_en,
    outcome_ar,
    outcome_en,
    price_halalas,
    currency,
    minutes,
    consultant_name,
    consultant_promises: findPromises(row.consultant_id),
    questions,
  };
}
