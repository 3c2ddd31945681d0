import { listAudit, recordAudit } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { actOnMerchant, type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { OrderDetails, OrdersPage, OrdersQuery } from "../contract/order-shapes.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { findOrder, findOrderOwner, listAllOrders, listOwnOrders, type OrderRecord } from "./orders.store.ts";
import { presentDetails, presentOrders } from "./present-order.ts";

type Deps = Pick<ConsultationsDeps, "merchants" | "staff" | "schedulingVendors">;

export const showOwnOrders =
  (deps: Deps) =>
  async (ctx: ReadContext, query: OrdersQuery): Promise<OrdersPage> =>
    toPage(deps, ctx, query, await listOwnOrders(ctx, { ...query, limit: query.size + 1 }));

/** Of all merchants, for our staff. */
export const showAllOrders =
  (deps: Deps) =>
  async (ctx: StaffContext, query: OrdersQuery): Promise<OrdersPage> =>
    toPage(deps, ctx, query, await listAllOrders(ctx.db, { ...query, limit: query.size + 1 }));

async function toPage(
  deps: Deps,
  { db }: Pick<ReadContext, "db">,
  { size }: OrdersQuery,
  rows: readonly OrderRecord[],
): Promise<OrdersPage> {
  const items = await presentOrders(deps)({ db }, rows.slice(0, size));
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}

export const showOrder =
  (deps: Deps) =>
  async (ctx: ReadContext, id: string): Promise<OrderDetails> =>
    presentDetails(deps)(ctx, (await findOrder(ctx, id)) ?? baseRefusals.refuse("base.not_found"));

/** The same for our staff, whoever's it is. */
export const showToStaff =
  (deps: Deps) =>
  async (ctx: StaffContext, id: string): Promise<OrderDetails> =>
    showOrder(deps)(actOnMerchant(ctx, await requireOwner(ctx.db, id)), id);

const requireOwner = async (db: Db, id: string): Promise<string> =>
  (await findOrderOwner(db, id)) ?? baseRefusals.refuse("base.not_found");

const lookMs = 3_600_000;
const lookAction = "consultations.order_viewed";

/** For our staff; the look is recorded once an hour, and the merchant reads it in the order's history. */
export const lookAtOrder =
  (deps: Deps & Pick<ConsultationsDeps, "systemClock">) =>
  async (ctx: StaffContext, id: string): Promise<OrderDetails> => {
    await transactAsStaff(ctx, async (ctx) => {
      const merchantId = await requireOwner(ctx.tx, id);
      const own = actOnMerchant(ctx, merchantId);
      const entries = await listAudit(own, { module: "consultations", subject: id, size: 20 });
      const last = entries.find(({ action, actor_id }) => action === lookAction && actor_id === ctx.by.id);
      const age = last ? deps.systemClock.now().getTime() - last.recorded_at.getTime() : lookMs;
      if (age < lookMs) return;
      await recordAudit(own, { module: "consultations", action: lookAction, subject: id });
      const details = { merchant_id: merchantId, order_id: id };
      await deps.staff.recordAct(ctx, { action: lookAction, details });
    });
    return showToStaff(deps)(ctx, id);
  };
