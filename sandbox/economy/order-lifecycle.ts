import type { World } from "../base/world.ts";
import { type NextTransition, nextTransition } from "./buying.ts";
import type { Shop, ShopOrder } from "./ports.ts";
import type { BoughtItem, Cause, OrderFact, Truth } from "./truth.ts";

/** Orders are executed at every quarter of an hour with their own time in them, once all earlier clicks are known. */
export const GRID_MS = 15 * 60_000;

export interface ScheduledOrder extends Omit<ShopOrder, "at"> {
  /** The key of the order's random stream. */
  key: string;
  shop: Shop;
  at: Date;
  cause: Cause;
}

interface OrderData extends Omit<ShopOrder, "at"> {
  key: string;
  platform: string;
  storeId: string;
  at: string;
  cause: Cause;
}

interface TrackedOrder {
  key: string;
  platform: string;
  storeId: string;
  orderId: string;
  halalas: number;
  payment: string;
  cause: Cause;
}

interface TransitionData extends TrackedOrder {
  transition: NextTransition["transition"];
}

const factKinds: Partial<Record<NextTransition["transition"], OrderFact["kind"]>> = {
  shipped: "shipment",
  delivered: "delivery",
  refused: "refusal",
  cancelled: "cancellation",
  refunded: "refund",
};

export type OrderLifecycle = ReturnType<typeof makeOrderLifecycle>;

/** From the decision to buy to the order's last transition, days later. */
export function makeOrderLifecycle({ world, truth, shops }: { world: World; truth: Truth; shops(): Shop[] }) {
  const findShop = (storeId: string, platform: string) =>
    shops().find((shop) => shop.storeId === storeId && shop.platform === platform);

  const recordFact = (
    kind: OrderFact["kind"],
    order: TrackedOrder,
    at: Date,
    { items, coupon, city }: { items?: BoughtItem[] | undefined; coupon?: string | null; city?: string } = {},
  ) =>
    truth.addOrder({
      id: `${kind}|${order.platform}|${order.orderId}`,
      kind,
      at: at.toISOString(),
      vendor: order.platform,
      store_id: order.storeId,
      order_id: order.orderId,
      halalas: order.halalas,
      payment_method: order.payment,
      cause: order.cause,
      ...(items ? { items } : {}),
      ...(coupon ? { coupon } : {}),
      ...(city ? { city } : {}),
    });

  const planNext = (order: TrackedOrder, last: "placed" | NextTransition["transition"], at: Date) => {
    const next = nextTransition(
      last,
      order.payment,
      world.settings.refusedPercent,
      world.random("move", order.key, last),
    );
    if (!next) return;
    const data: TransitionData = { ...order, transition: next.transition };
    world.scheduler.schedule(
      new Date(at.getTime() + next.afterMs),
      "economy/move",
      `${order.platform}|${order.orderId}`,
      data,
    );
  };

  const place = (data: OrderData) => {
    const { key, platform, storeId, cause, at, ...shopOrder } = data;
    const shop = findShop(storeId, platform);
    if (!shop) return;
    const placedAt = new Date(at);
    const { orderId, totalHalalas, items, coupon } = shop.order({ ...shopOrder, at: placedAt });
    const order = {
      key,
      platform,
      storeId,
      orderId,
      halalas: totalHalalas,
      payment: shopOrder.paymentMethod,
      cause,
    };
    recordFact("order", order, placedAt, { items, coupon, city: shopOrder.buyer.city });
    planNext(order, "placed", placedAt);
  };

  world.scheduler.on<OrderData>("economy/order", place);
  world.scheduler.on<TransitionData>("economy/move", ({ transition, ...order }, at) => {
    const result = findShop(order.storeId, order.platform)?.transition(order.orderId, transition, at);
    if (!result?.applied) return;
    const kind = factKinds[transition];
    if (kind) recordFact(kind, order, at);
    planNext(order, transition, at);
  });
  // Bought by a person on the storefront's own page.
  world.scheduler.on<TrackedOrder & { items?: BoughtItem[]; coupon?: string | null }>(
    "economy/by-hand",
    ({ items, coupon = null, ...order }, at) => {
      recordFact("order", order, at, { items, coupon });
      planNext(order, "placed", at);
    },
  );

  return {
    schedule({ shop, at, ...order }: ScheduledOrder) {
      const data: OrderData = {
        ...order,
        platform: shop.platform,
        storeId: shop.storeId,
        at: at.toISOString(),
      };
      const executeAt = new Date(Math.ceil(at.getTime() / GRID_MS) * GRID_MS);
      world.scheduler.schedule(executeAt, "economy/order", `${at.toISOString()}|${order.key}`, data);
    },
  };
}
