import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { actOnMerchant, type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import { changeOrder, requireOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { findOrderOwner, saveRating } from "./orders.store.ts";
import { showOrder, showToStaff } from "./show-orders.ts";

/* An act commits before its order is presented: what happened to it is read from the audit log. */

/** What the merchant does with an order of theirs. */
export const cancelOwnOrder =
  (deps: ConsultationsDeps) =>
  async (ctx: ReadContext, { id, reason }: { id: string; reason: string }): Promise<OrderDetails> => {
    await transact(ctx, (ctx) => changeOrder(deps)(ctx, { id, action: "cancel", reason }));
    return showOrder(deps)(ctx, id);
  };

export const deleteOwnOrder =
  (deps: ConsultationsDeps) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<{ id: string }> => {
    await transact(ctx, (ctx) => changeOrder(deps)(ctx, { id, action: "delete" }));
    return { id };
  };

/** Rates a consultation that was held; another rating takes the place of the one before. */
export const rateOrder =
  (deps: ConsultationsDeps) =>
  async (
    ctx: ReadContext,
    { id, ...rating }: { id: string; rating: number; comment: string },
  ): Promise<OrderDetails> => {
    await transact(ctx, async (ctx) => {
      const order = await requireOrder(ctx, id);
      if (order.status !== "completed") consultationsRefusals.refuse("consultations.wrong_status");
      await saveRating(ctx, { id, ...rating });
      await recordAudit(ctx, {
        module: "consultations",
        action: "consultations.order_rated",
        subject: id,
        before: { rating: order.rating },
        after: { rating: rating.rating },
      });
    });
    return showOrder(deps)(ctx, id);
  };

/** What our staff do with anybody's order. */
type StaffAction = "accept" | "reject" | "complete" | "cancel";

export const actAsStaff =
  (deps: ConsultationsDeps) =>
  async (
    ctx: StaffContext,
    input: { id: string; action: StaffAction; reason?: string },
  ): Promise<OrderDetails> => {
    await actOnOrder(deps, ctx, { id: input.id, act: input.action }, (own) => changeOrder(deps)(own, input));
    return showToStaff(deps)(ctx, input.id);
  };

/** Runs an act of the staff on an order as its merchant's, and records it in the staff's audit log. */
export const actOnOrder = <Result>(
  { staff }: Pick<ConsultationsDeps, "staff">,
  ctx: StaffContext,
  { id, act }: { id: string; act: string },
  work: (own: Context) => Promise<Result>,
): Promise<Result> =>
  transactAsStaff(ctx, async (ctx) => {
    const merchantId = (await findOrderOwner(ctx.tx, id)) ?? baseRefusals.refuse("base.not_found");
    const result = await work(actOnMerchant(ctx, merchantId));
    await staff.recordAct(ctx, {
      action: `consultations.order_${act}`,
      details: { merchant_id: merchantId, order_id: id },
    });
    return result;
  });
