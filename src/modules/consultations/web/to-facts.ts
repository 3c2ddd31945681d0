import type { OrderDetails } from "../contract/order-shapes.ts";
import type { OrderFacts } from "../domain/order.ts";

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));

/** What the order's rules decide by. */
export const toFacts = (order: OrderDetails): OrderFacts & { ends_at: Date | null } => ({
  ...order,
  payment_state: order.money_state,
  starts_at: toDate(order.starts_at),
  ends_at: toDate(order.ends_at),
  merchant_joined_at: toDate(order.merchant_joined_at),
  consultant_joined_at: toDate(order.consultant_joined_at),
});
