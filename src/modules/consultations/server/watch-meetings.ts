import type { Context } from "#base/server/context.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { isConsultantAbsent } from "../domain/order.ts";
import { toReminder } from "../domain/reminder.ts";
import { changeOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { listMeetingsBefore, lockOrder, saveReminded } from "./orders.store.ts";

const dayMs = 86_400_000;
/** More are watched by the next run, a minute later. */
const size = 500;

type Deps = Pick<ConsultationsDeps, "db" | "log" | "worldClock" | "wallet" | "billing">;

/**
 * Reminds merchants of meetings that are near, and gives the money of those back whose consultant did not come. Each is a
 * transaction of its own: one that fails holds up no other.
 */
export const watchMeetings = (deps: Deps) => async (): Promise<void> => {
  const { db, log, worldClock } = deps;
  const now = worldClock.now();
  const near = await listMeetingsBefore(db, { before: new Date(now.getTime() + dayMs), size });
  for (const { merchant_id, id } of near) {
    const work = transact(systemContext(db, merchant_id, now), (ctx) => watchMeeting(deps, ctx, id));
    await work.catch((error) => log.error({ err: error, order_id: id }, "a meeting could not be watched"));
  }
};

async function watchMeeting(deps: Deps, ctx: Context, id: string): Promise<void> {
  const order = await lockOrder(ctx, id);
  if (order?.status !== "confirmed" || order.starts_at === null) return;
  if (isConsultantAbsent(order, ctx.now)) {
    await changeOrder(deps)(ctx, { id, action: "cancel", reason: "" });
    return;
  }
  const hours = toReminder(order, ctx.now);
  if (hours === null) return;
  await saveReminded(ctx, { id, hours });
  await ctx.tx.publish({
    name: "consultations.meeting_near",
    merchant_id: ctx.actor.merchantId,
    order_id: id,
    hours,
    starts_at: order.starts_at.toISOString(),
  });
}
