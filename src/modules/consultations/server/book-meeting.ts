import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { changeOrder, publishOrder, requireOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { type Meeting, type OrderRecord, saveMeeting } from "./orders.store.ts";

/** The time of an accepted order, which it confirms, or another time of a confirmed one; moving costs nothing. */
export const bookMeeting =
  (deps: Pick<ConsultationsDeps, "wallet" | "billing">) =>
  async (ctx: Context, meeting: Meeting & { id: string }): Promise<OrderRecord> => {
    const { id } = meeting;
    const { status } = await requireOrder(ctx, id);
    if (status !== "confirmed") {
      // The time first: a confirmed order always has one.
      await saveMeeting(ctx, meeting);
      return changeOrder(deps)(ctx, { id, action: "confirm" });
    }
    const moved = await saveMeeting(ctx, meeting);
    await recordAudit(ctx, {
      module: "consultations",
      action: "consultations.order_moved",
      subject: id,
      after: { starts_at: meeting.startsAt },
    });
    await publishOrder(ctx, moved, "meeting");
    return moved;
  };
