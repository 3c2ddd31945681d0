import { listAuditOfSubjects } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { OrderDetails, OrderItem } from "../contract/order-shapes.ts";
import type { Side } from "../domain/order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import type { OrderRecord } from "./orders.store.ts";
import type { SchedulingVendor } from "./scheduling.port.ts";

type Deps = Pick<ConsultationsDeps, "merchants" | "staff" | "schedulingVendors">;

/** Orders as lists show them. */
export const presentOrders =
  ({ staff }: Pick<Deps, "staff">) =>
  async ({ db }: Pick<ReadContext, "db">, rows: readonly OrderRecord[]): Promise<OrderItem[]> => {
    const names = await staff.loadNames(
      db,
      rows.map(({ consultant_id }) => consultant_id),
    );
    return rows.map((row) => presentItem(row, names.get(row.consultant_id) ?? ""));
  };

/** One order with all that belongs to it. */
export const presentDetails =
  ({ merchants, staff, schedulingVendors }: Deps) =>
  async (ctx: ReadContext, row: OrderRecord): Promise<OrderDetails> => {
    const timeline = await loadTimeline(ctx, row.id);
    const staffIds = timeline.flatMap(({ actor_kind, actor_id }) =>
      actor_kind === "staff" && actor_id !== null ? [actor_id] : [],
    );
    const names = await staff.loadNames(ctx.db, [row.consultant_id, ...staffIds]);
    const members = await merchants.nameActors(ctx, timeline);
    const toName = ({ actor_kind, actor_id }: Acted) =>
      (actor_kind === "staff" ? names : members).get(actor_id ?? "") ?? null;
    return {
      ...presentItem(row, names.get(row.consultant_id) ?? ""),
      client: {
        id: row.merchant_id,
        name: row.client_name,
        email: row.client_email,
        mobile: row.client_mobile,
      },
      questions: row.questions,
      answers: row.answers,
      reason: row.reason,
      scheduling_url: toSchedulingUrl(schedulingVendors, row),
      has_meeting_link: row.meeting_url !== null,
      merchant_joined_at: row.merchant_joined_at?.toISOString() ?? null,
      consultant_joined_at: row.consultant_joined_at?.toISOString() ?? null,
      rating: row.rating,
      rating_comment: row.rating_comment,
      timeline: timeline.map(({ action, happened_at, ...acted }) => ({
        at: happened_at.toISOString(),
        action: action.replace("consultations.order_", ""),
        by: toSide(acted.actor_kind),
        by_name: toName(acted),
      })),
    };
  };

/** Where the client chooses a time, or moves the one they chose. */
function toSchedulingUrl(vendors: readonly SchedulingVendor[], row: OrderRecord): string | null {
  if (row.status === "confirmed") return row.move_url;
  if (row.status !== "accepted") return null;
  const {
    id: orderId,
    scheduling_url: url,
    client_name: name,
    client_email: email,
    client_mobile: mobile,
  } = row;
  const vendor = vendors.find(({ ownsLink }) => ownsLink(url));
  return vendor ? vendor.toOrderLink(url, { orderId, name, email, mobile }) : url;
}

/** What happened to the order, the oldest first. */
async function loadTimeline(ctx: ReadContext, id: string) {
  const entries = await listAuditOfSubjects(ctx, { module: "consultations", subjects: [id], size: 100 });
  return entries.reverse();
}

type Acted = { actor_kind: string; actor_id: string | null };

const toSide = (kind: string): Side => (kind === "member" || kind === "staff" ? kind : "system");

function presentItem(row: OrderRecord, consultant_name: string): OrderItem {
  const { id, serial_number, consultation_id, status, title_ar, title_en, minutes, client_name } = row;
  const { original_price_halalas, price_halalas, held_halalas, earned_halalas, returned_halalas } = row;
  return {
    id,
    serial_number,
    consultation_id,
    status,
    money_state: row.payment_state,
    title_ar,
    title_en,
    minutes,
    consultant_name,
    client_name,
    original_price_halalas,
    price_halalas,
    paid_with: row.paid_with,
    coupon_code: row.coupon_code,
    held_halalas,
    earned_halalas,
    returned_halalas,
    currency: row.currency,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
