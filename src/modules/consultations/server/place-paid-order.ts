import { z } from "zod";
import { type Context, systemContext, transact } from "#base/server/context.ts";
import { defineJob } from "#base/server/jobs.ts";
import { pickEvents, type ReceivedEvent, subscribe } from "#base/server/subscribe.ts";
import { memberActor } from "#base/shared/actor.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { walletEvents } from "#modules/wallet/contract/wallet.events.ts";
import type { CardOrderReason } from "../contract/consultations-enums.ts";
import {
  type CardOrder,
  findCardOrder,
  lockWaitingOrder,
  saveNotPlaced,
  savePlaced,
} from "./card-orders.store.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { placeOrder } from "./place-order.ts";

/** Who pays later than this has left the page: the money stays in the balance, and nothing is ordered for them. */
export const placedWithinMinutes = 60;

const deposited = pickEvents(walletEvents, "wallet.deposited");

export const placePaidOrderJob = defineJob({
  name: "consultations-place-paid-order",
  input: z.object({ merchant_id: z.string(), deposit_id: z.string() }),
  isUrgent: true,
});

/** A deposit was credited: what waits for it is placed by a job, whose refusal leaves the deposit as it is. */
export const paidOrdersSubscription = subscribe({
  name: "consultations.paid-orders",
  to: deposited,
  handle: requestPlacing,
});

async function requestPlacing(ctx: Context, event: ReceivedEvent<typeof deposited>): Promise<void> {
  const { merchant_id, deposit_id } = event;
  const order = await findCardOrder(ctx, deposit_id);
  if (order?.state === "waiting")
    await ctx.tx.enqueue(placePaidOrderJob, { merchant_id, deposit_id }, { key: deposit_id });
}

/**
 * Places the order that a deposit paid for, once, in the name of the person who ordered. What refuses it leaves nothing
 * held: the reason is recorded, and the money stays in the balance. While money is stopped it is tried again.
 */
export const placePaidOrder =
  (deps: ConsultationsDeps) =>
  async ({ merchant_id, deposit_id }: { merchant_id: string; deposit_id: string }): Promise<void> => {
    const system = systemContext(deps.db, merchant_id, deps.worldClock.now());
    const waiting = await findCardOrder(system, deposit_id);
    if (waiting?.state !== "waiting") return;
    const { ordered_by } = waiting;
    const ctx = ordered_by === null ? system : { ...system, actor: memberActor(merchant_id, ordered_by) };
    const reason = await transact(ctx, (ctx) => place(deps, ctx, deposit_id)).catch(toReason);
    if (reason) await transact(ctx, (ctx) => endUnplaced(ctx, deposit_id, reason));
  };

/** Who has left the page meanwhile learns it from the event. */
async function endUnplaced(ctx: Context, depositId: string, reason: CardOrderReason): Promise<void> {
  if (!(await saveNotPlaced(ctx, { depositId, reason }))) return;
  const { merchantId: merchant_id } = ctx.actor;
  const name = "consultations.paid_order_not_placed";
  await ctx.tx.publish({ name, merchant_id, deposit_id: depositId, reason });
}

async function place(
  deps: ConsultationsDeps,
  ctx: Context,
  depositId: string,
): Promise<CardOrderReason | null> {
  const order = await lockWaitingOrder(ctx, depositId);
  if (!order) return null;
  if (isLate(order, deps.systemClock.now())) return "late";
  const { id: orderId } = await placeOrder(deps)(ctx, {
    id: order.consultation_id,
    answers: order.answers,
    pay_with: "balance",
    expected_price_halalas: order.price_halalas,
    ...(order.coupon_code === null ? {} : { coupon: order.coupon_code }),
  });
  await savePlaced(ctx, { depositId, orderId });
  return null;
}

const isLate = ({ opened_at }: CardOrder, now: Date): boolean =>
  now.getTime() - opened_at.getTime() > placedWithinMinutes * 60_000;

const reasons: Record<string, CardOrderReason> = {
  "consultations.changed": "changed",
  "consultations.not_offered": "not_offered",
  "consultations.answer_missing": "answers",
  "consultations.answer_unknown": "answers",
  "wallet.balance_not_enough": "balance",
};

/** A fault, and money that is stopped for now, are tried again. */
function toReason(cause: unknown): CardOrderReason {
  if (!(cause instanceof Refusal)) throw cause;
  const reason = cause.code.startsWith("billing.coupon_") ? "coupon" : reasons[cause.code];
  if (!reason) throw cause;
  return reason;
}
