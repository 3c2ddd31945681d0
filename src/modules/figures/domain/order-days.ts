import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { OrderStatus } from "#modules/stores/contract/enums.ts";
import { type OrderState, orderStates, type Witness } from "../contract/order-states.ts";

/** An order as reports count it. Amounts in halalas with VAT; what is not known is empty. */
export type ReportedOrder = {
  order_id: string;
  store_id: string;
  reference: string;
  placed_at: Date;
  day: RiyadhDay;
  state: OrderState;
  is_cod: boolean;
  city_key: string;
  product_id: string;
  total_halalas: number;
  refunded_halalas: number;
  delivered_at: Date | null;
  platform: Platform | "";
  campaign_id: string;
  ad_id: string;
  witness: Witness | null;
  clicked_day: RiyadhDay | null;
  rival_campaign_id: string | null;
  rival_platform: Platform | null;
};

/** What the roll-up is split by: nothing, the city, or the order's main product. */
export const orderSplits = ["all", "city", "product"] as const;
export type OrderSplit = (typeof orderSplits)[number];

export type OrderSum =
  | `orders_${OrderState}`
  | `sales_${OrderState}_halalas`
  | "orders_returned"
  | "refunded_halalas"
  | "squares_delivered";
export const orderSums: readonly OrderSum[] = [
  ...orderStates.map((state) => `orders_${state}` as const),
  ...orderStates.map((state) => `sales_${state}_halalas` as const),
  "orders_returned",
  "refunded_halalas",
  "squares_delivered",
];
export type OrderSums = Record<OrderSum, number>;

/** A row of the roll-up, or what is added to one. */
export type OrderDay = OrderSums &
  Pick<ReportedOrder, "day" | "platform" | "campaign_id" | "store_id" | "is_cod"> & {
    split: OrderSplit;
    key: string;
  };

export function toOrderState({
  status,
  is_sent,
}: {
  status: Exclude<OrderStatus, "unpaid">;
  is_sent: boolean;
}): OrderState {
  if (status !== "placed") return status;
  return is_sent ? "on_the_way" : "preparing";
}

/** What the order adds to the roll-up: one row for each split. */
function toOrderDays(order: ReportedOrder, sign: 1 | -1): OrderDay[] {
  const { day, platform, campaign_id, store_id, is_cod, state } = order;
  const sums = Object.fromEntries(orderSums.map((name) => [name, 0])) as OrderSums;
  sums[`orders_${state}`] = sign;
  sums[`sales_${state}_halalas`] = sign * order.total_halalas;
  if ((state === "delivered" || state === "refunded") && order.refunded_halalas > 0) {
    sums.orders_returned = sign;
    sums.refunded_halalas = sign * order.refunded_halalas;
  }
  if (state === "delivered") sums.squares_delivered = sign * (order.total_halalas / 100) ** 2;
  const keys: Record<OrderSplit, string> = { all: "", city: order.city_key, product: order.product_id };
  return orderSplits.map((split) => ({
    split,
    key: keys[split],
    ...{ day, platform, campaign_id, store_id, is_cod },
    ...sums,
  }));
}

/** What to add to the roll-up when an order changes, each row once and in one order for all writers. */
export function computeOrderDayChanges(
  before: ReportedOrder | null,
  after: ReportedOrder | null,
): OrderDay[] {
  const changes = new Map<string, OrderDay>();
  const rows = [...(after ? toOrderDays(after, 1) : []), ...(before ? toOrderDays(before, -1) : [])];
  for (const row of rows) {
    const place = [row.split, row.day, row.key, row.campaign_id, row.store_id, row.is_cod];
    const key = JSON.stringify(place);
    const known = changes.get(key);
    changes.set(
      key,
      known
        ? { ...known, ...Object.fromEntries(orderSums.map((name) => [name, known[name] + row[name]])) }
        : row,
    );
  }
  return [...changes]
    .filter(([, row]) => orderSums.some((name) => row[name] !== 0))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
}
