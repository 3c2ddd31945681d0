import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import type { orderChanges } from "../contract/consultations-enums.ts";
import { type OrderAction, type Side, transition } from "../domain/order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { earnPayment, returnPayment } from "./order-payment.ts";
import { lockOrder, type OrderRecord, saveTransition } from "./orders.store.ts";

type Deps = Pick<ConsultationsDeps, "wallet" | "billing">;
type Input = { id: string; action: OrderAction; reason?: string };

const pastTense: Record<OrderAction, string> = {
  accept: "accepted",
  reject: "rejected",
  confirm: "confirmed",
  complete: "completed",
  cancel: "cancelled",
  delete: "deleted",
};

/** Which side the acting person is on. */
export const toSide = ({ actor }: Pick<Context, "actor">): Side =>
  actor.by.kind === "member" || actor.by.kind === "staff" ? actor.by.kind : "system";

/** The order, locked. Refuses another merchant's, and one that was deleted, as not found. */
export const requireOrder = async (ctx: Context, id: string): Promise<OrderRecord> =>
  (await lockOrder(ctx, id)) ?? baseRefusals.refuse("base.not_found");

/**
 * Takes an order to its next status, and its money with it, in the caller's transaction. Refuses an action that its status
 * or its meeting does not allow.
 */
export const changeOrder =
  (deps: Deps) =>
  async (ctx: Context, { id, action, reason }: Input): Promise<OrderRecord> => {
    const order = await requireOrder(ctx, id);
    const decision = transition(order, { action, by: toSide(ctx), now: ctx.now });
    if (decision.kind === "refused") return consultationsRefusals.refuse(decision.code);
    const { change, money } = decision;
    const endedStatus = change.status === "deleted" ? order.status : null;
    const changed = await saveTransition(ctx, {
      id,
      change,
      endedStatus,
      ...(reason === undefined ? {} : { reason }),
    });
    await recordAudit(ctx, {
      module: "consultations",
      action: `consultations.order_${pastTense[action]}`,
      subject: id,
      before: { status: order.status },
      after: { status: change.status, ...(reason ? { reason } : {}) },
    });
    await publishOrder(ctx, changed, "status");
    if (money === "returned") await returnPayment(deps, ctx, changed);
    if (money === "earned") await earnPayment(deps, ctx, changed);
    return changed;
  };

export const publishOrder = (
  ctx: Context,
  { id, status }: Pick<OrderRecord, "id" | "status">,
  change: (typeof orderChanges)[number] = "details",
) =>
  ctx.tx.publish({
    name: "consultations.order_changed",
    merchant_id: ctx.actor.merchantId,
    order_id: id,
    status,
    change,
    by: toSide(ctx),
  });
