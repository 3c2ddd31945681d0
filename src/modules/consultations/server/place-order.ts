import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { refuseAll } from "#base/shared/refusals.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import type { OrderItem } from "../contract/order-shapes.ts";
import type { Answers } from "../contract/questions.ts";
import { findAnswerProblems, keepKnownAnswers } from "../domain/answers.ts";
import { deleteDraft } from "./answer-drafts.store.ts";
import { publishOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { type ConsultationRecord, takeSerial } from "./consultations.store.ts";
import { holdOrderPayment } from "./order-payment.ts";
import { insertOrder, type OrderRecord } from "./orders.store.ts";
import { presentOrders } from "./present-order.ts";
import { requireOffered } from "./show-offered.ts";

type Payment = {
  pay_with: "balance" | "voucher";
  coupon?: string | undefined;
  expected_price_halalas: number;
};
type Input = Payment & { id: string; answers: Answers };

/**
 * Orders a consultation and holds what pays it, in one transaction. Refuses what is wrong with the answers on their fields,
 * and what `holdOrderPayment` refuses.
 */
export const placeOrder =
  (deps: ConsultationsDeps) =>
  async (ctx: Context, { id, answers, ...payment }: Input): Promise<OrderItem> => {
    const consultation = await requireOffered(ctx, id);
    requireAnswers(consultation, answers);
    const order = await saveOrder(deps, ctx, consultation, { answers, payment });
    await deleteDraft(ctx, id);
    await recordAudit(ctx, {
      module: "consultations",
      action: "consultations.order_created",
      subject: order.id,
      after: { serial_number: order.serial_number, price_halalas: order.price_halalas },
    });
    await publishOrder(ctx, order, "status");
    const [item] = await presentOrders(deps)(ctx, [order]);
    if (!item) throw new Error("the order was not presented");
    return item;
  };

/** Refuses what is wrong with the answers, each on its question's field. */
export function requireAnswers({ questions }: ConsultationRecord, answers: Answers): void {
  const problems = findAnswerProblems(questions, answers);
  refuseAll(
    problems.map((problem) => ({ ...problem, params: {} })),
    consultationsRefusals.table,
  );
}

async function saveOrder(
  deps: ConsultationsDeps,
  ctx: Context,
  consultation: ConsultationRecord,
  { answers, payment }: { answers: Answers; payment: Payment },
): Promise<OrderRecord> {
  const { title_ar, title_en, minutes, scheduling_url, consultant_id, questions } = consultation;
  const id = newId("cso");
  const contact = await deps.merchants.findContact(ctx);
  const email = await deps.merchants.loadEmail(ctx);
  const paid = await holdOrderPayment(deps, ctx, consultation, { orderId: id, ...payment });
  // Last: other merchants' orders of the same consultation wait for its number from here on.
  const { number, last_serial } = await takeSerial(ctx.tx, consultation.id);
  return insertOrder(ctx, {
    id,
    consultation_id: consultation.id,
    serial_number: `${number}-${String(last_serial).padStart(4, "0")}`,
    title_ar,
    title_en,
    minutes,
    scheduling_url,
    consultant_id,
    questions,
    answers: keepKnownAnswers(questions, answers),
    client_name: contact.name,
    client_email: email,
    client_mobile: contact.mobile,
    ...paid,
  });
}
