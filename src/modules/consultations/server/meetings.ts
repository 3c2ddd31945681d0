import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { StaffContext } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import { toCalendarFile } from "../domain/calendar-file.ts";
import { isConsultantAbsent, isJoinable } from "../domain/order.ts";
import { actOnOrder } from "./act-on-order.ts";
import { bookMeeting } from "./book-meeting.ts";
import { publishOrder, requireOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { findOrder, saveJoined } from "./orders.store.ts";
import { showToStaff } from "./show-orders.ts";

const minuteMs = 60_000;
/** Null: the meeting is not online. */
type MeetingLink = { meeting_url: string | null };

type Time = { id: string; starts_at: string; meeting_url: string };

/**
 * Our staff confirm an accepted order's time by hand, or move the meeting of a confirmed one. Refuses a time that has
 * passed.
 */
export const confirmByHand =
  (deps: ConsultationsDeps) =>
  async (ctx: StaffContext, { id, starts_at, meeting_url: meetingUrl }: Time): Promise<OrderDetails> => {
    const startsAt = new Date(starts_at);
    if (startsAt <= ctx.now) consultationsRefusals.refuse("consultations.time_passed", {}, "starts_at");
    await actOnOrder(deps, ctx, { id, act: "confirm" }, async (own) => {
      const { minutes } = await requireOrder(own, id);
      const endsAt = new Date(startsAt.getTime() + minutes * minuteMs);
      await bookMeeting(deps)(own, { id, startsAt, endsAt, meetingUrl, booking: null });
    });
    return showToStaff(deps)(ctx, id);
  };

/** Opens the meeting as its merchant; when they first did is kept. */
export const joinAsMerchant = (ctx: ReadContext, { id }: { id: string }): Promise<MeetingLink> =>
  transact(ctx, (ctx) => join(ctx, id, "merchant"));

export const joinAsConsultant =
  (deps: ConsultationsDeps) =>
  (ctx: StaffContext, { id }: { id: string }): Promise<MeetingLink> =>
    actOnOrder(deps, ctx, { id, act: "join" }, (own) => join(own, id, "consultant"));

async function join(ctx: Context, id: string, side: "merchant" | "consultant") {
  const order = await requireOrder(ctx, id);
  // One who comes too late no longer can: the money goes back.
  const isTooLate = side === "consultant" && isConsultantAbsent(order, ctx.now);
  if (!isJoinable(order, ctx.now) || isTooLate)
    return consultationsRefusals.refuse("consultations.not_joinable");
  const before = side === "merchant" ? order.merchant_joined_at : order.consultant_joined_at;
  if (before === null) {
    await saveJoined(ctx, { id, side });
    const action =
      side === "merchant" ? "consultations.order_joined" : "consultations.order_consultant_joined";
    await recordAudit(ctx, { module: "consultations", action, subject: id });
    await publishOrder(ctx, order);
  }
  return { meeting_url: order.meeting_url };
}

/** The meeting as a calendar file; the same meeting moved is the same entry. Refuses an order without one. */
export const loadCalendarFile =
  ({ publicUrl }: Pick<ConsultationsDeps, "publicUrl">) =>
  async (ctx: ReadContext, { id, language }: { id: string; language: "ar" | "en" }) => {
    const order = await findOrder(ctx, id);
    const { starts_at: startsAt, ends_at: endsAt } = order ?? {};
    if (!order || !startsAt || !endsAt || order.status !== "confirmed")
      return baseRefusals.refuse("base.not_found");
    const content = toCalendarFile({
      id,
      title: language === "ar" ? order.title_ar : order.title_en,
      startsAt,
      endsAt,
      changedAt: order.updated_at,
      url: `${publicUrl}/marketing-consultations-orders/${id}`,
    });
    return { content: Buffer.from(content), fileName: `${order.serial_number}.ics` };
  };
