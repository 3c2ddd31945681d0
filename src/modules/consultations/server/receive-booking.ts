import { type Context, systemContext, transact } from "#base/server/context.ts";
import { bookMeeting } from "./book-meeting.ts";
import { changeOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { findOrderOwner, lockOrder, type OrderRecord } from "./orders.store.ts";
import type { BookingChange, SchedulingVendorName } from "./scheduling.port.ts";

type Deps = Pick<ConsultationsDeps, "db" | "log" | "worldClock" | "wallet" | "billing">;

/**
 * Applies what a calendar's vendor reports. A booking confirms only an accepted order whose e-mail or number is that of who
 * booked; a moved one moves the meeting; a cancelled one cancels the order once, before the meeting begins. The same again,
 * and what is older than the last change, changes nothing.
 */
export const receiveBooking =
  (deps: Deps) =>
  async (vendor: SchedulingVendorName, change: BookingChange): Promise<void> => {
    const { db, log, worldClock } = deps;
    const merchantId = await findOrderOwner(db, change.orderId);
    const ignore = (why: string) =>
      log.info({ vendor, order_id: change.orderId, kind: change.kind, why }, "a booking changed no order");
    if (merchantId === undefined) return ignore("unknown order");
    const why = await transact(systemContext(db, merchantId, worldClock.now()), (ctx) =>
      apply(deps, ctx, vendor, change),
    );
    if (why !== null) ignore(why);
  };

/** Returns why nothing was changed, or null. */
async function apply(
  deps: Deps,
  ctx: Context,
  vendor: SchedulingVendorName,
  change: BookingChange,
): Promise<string | null> {
  const order = await lockOrder(ctx, change.orderId);
  if (!order) return "unknown order";
  if (order.booking_changed_at !== null && change.changedAt <= order.booking_changed_at) return "older";
  if (change.kind === "cancelled") return cancel(deps, ctx, order, change);
  if (change.startsAt <= ctx.now || change.endsAt <= change.startsAt) return "time has passed";
  if (!isClient(order, change)) return "another person";
  const isMove =
    order.status === "confirmed" && change.kind === "moved" && change.previousUid === order.booking_uid;
  if (order.status !== "accepted" && !isMove) return `order is ${order.status}`;
  const { startsAt, endsAt, meetingUrl, uid, changedAt, moveUrl } = change;
  const booking = { vendor, uid, changedAt, moveUrl };
  await bookMeeting(deps)(ctx, { id: order.id, startsAt, endsAt, meetingUrl, booking });
  return null;
}

/** Only the booking that counts cancels, and none that has begun: who did not come has had the consultation. */
async function cancel(
  deps: Deps,
  ctx: Context,
  order: OrderRecord,
  { uid }: BookingChange,
): Promise<string | null> {
  if (order.status !== "confirmed" || order.booking_uid !== uid) return "not its booking";
  if (order.starts_at !== null && ctx.now >= order.starts_at) return "has begun";
  await changeOrder(deps)(ctx, { id: order.id, action: "cancel" });
  return null;
}

function isClient(order: OrderRecord, { email, phone }: BookingChange): boolean {
  const isEmail = email !== null && email.toLowerCase() === order.client_email?.toLowerCase();
  const isPhone = phone !== null && toDigits(phone) === toDigits(order.client_mobile);
  return isEmail || isPhone;
}

/** The last nine digits: as long as a Saudi number without its country. */
const toDigits = (phone: string) => phone.replace(/\D/g, "").slice(-9);
