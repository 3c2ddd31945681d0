import { type Context, systemContext, transact } from "#base/server/context.ts";
import { meetingRules } from "../contract/consultations-enums.ts";
import { findDueEnd } from "../domain/order.ts";
import { changeOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { listUnended, lockOrder, type OrderRecord } from "./orders.store.ts";

const dayMs = 86_400_000;
const size = 200;

type Deps = Pick<
  ConsultationsDeps,
  "db" | "log" | "worldClock" | "publicUrl" | "wallet" | "billing" | "staff" | "outbox" | "messages"
>;

/**
 * Ends the orders that nobody ended, so that no payment stays held: walked by their ids, each in a transaction of its own.
 * One that fails is tried again by the next run.
 */
export const endOrders = (deps: Deps) => async (): Promise<void> => {
  const { db, log, worldClock } = deps;
  const now = worldClock.now();
  const before = {
    endedBefore: new Date(now.getTime() - meetingRules.completesAfterDays * dayMs),
    idleBefore: new Date(now.getTime() - meetingRules.idleDays * dayMs),
  };
  for (let after = "", isMore = true; isMore; ) {
    const page = await listUnended(db, { ...before, after, size });
    for (const { merchant_id, id } of page)
      await transact(systemContext(db, merchant_id, now), (ctx) => endOrder(deps, ctx, id)).catch((error) =>
        log.error({ err: error, order_id: id }, "an order could not be ended"),
      );
    after = page.at(-1)?.id ?? after;
    isMore = page.length === size;
  }
};

async function endOrder(deps: Deps, ctx: Context, id: string): Promise<void> {
  const order = await lockOrder(ctx, id);
  const action = order ? findDueEnd(order, ctx.now) : null;
  if (!order || action === null) return;
  // Before the change: an invoice is the last step of its transaction.
  await writeToConsultant(deps, ctx, { order, action });
  await changeOrder(deps)(ctx, { id, action });
}

type End = { order: OrderRecord; action: "complete" | "cancel" };

/** Our staff have no notifications: the consultant reads it in an e-mail, in Arabic as their pages begin. */
async function writeToConsultant(deps: Deps, ctx: Context, { order, action }: End): Promise<void> {
  const to = await deps.staff.findEmail(ctx.tx, order.consultant_id);
  if (to === null) return;
  const language = "ar";
  const params = { serial: order.serial_number, title: order.title_ar };
  const words = (key: string) => deps.messages.translate(language, `consultations:ended.${key}`, params);
  const reason = order.status === "confirmed" ? "after_meeting" : "idle";
  await deps.outbox.queueEmail(ctx, {
    topic: "consultation",
    key: `consultation-ended:${order.id}`,
    to,
    language,
    content: {
      subject: words(`subject_${action}`),
      heading: words(`subject_${action}`),
      paragraphs: [words("order"), words(action === "complete" ? "complete" : `cancel_${reason}`)],
      button: { label: words("open"), url: `${deps.publicUrl}/staff` },
    },
  });
}
