import type { World } from "../base/world.ts";
import { type NextMove, nextMove } from "./buying.ts";
import type { Shop, ShopOrder } from "./ports.ts";
import type { Cause, OrderFact, Truth } from "./truth.ts";

/** Orders are carried out at every quarter of an hour with their own time in them, once all clicks before are known. */
export const GRID_MS = 15 * 60_000;

export interface PlannedOrder extends Omit<ShopOrder, "at"> {
  /** Names the order's luck. */
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

interface LivingOrder {
  key: string;
  platform: string;
  storeId: string;
  orderId: string;
  halalas: number;
  payment: string;
  cause: Cause;
}

interface MoveData extends LivingOrder {
  move: NextMove["move"];
}

const factKinds: Partial<Record<NextMove["move"], OrderFact["kind"]>> = {
  delivered: "delivery",
  refused: "refusal",
  cancelled: "cancellation",
  refunded: "refund",
};

export type OrderLife = ReturnType<typeof makeOrderLife>;

/** From the decision to buy to the last thing that happens to the order, days later. */
export function makeOrderLife({ world, truth, shops }: { world: World; truth: Truth; shops(): Shop[] }) {
  const shopNamed = (storeId: string, platform: string) =>
    shops().find((shop) => shop.storeId === storeId && shop.platform === platform);

  const note = (kind: OrderFact["kind"], order: LivingOrder, at: Date) =>
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
    });

  const planNext = (order: LivingOrder, last: "placed" | NextMove["move"], at: Date) => {
    const next = nextMove(last, order.payment, world.random("move", order.key, last));
    if (!next) return;
    const data: MoveData = { ...order, move: next.move };
    world.agenda.plan(
      new Date(at.getTime() + next.afterMs),
      "economy/move",
      `${order.platform}|${order.orderId}`,
      data,
    );
  };

  const place = (data: OrderData) => {
    const { key, platform, storeId, cause, at, ...ask } = data;
    const shop = shopNamed(storeId, platform);
    if (!shop) return;
    const placedAt = new Date(at);
    const { orderId, totalHalalas } = shop.order({ ...ask, at: placedAt });
    const order = {
      key,
      platform,
      storeId,
      orderId,
      halalas: totalHalalas,
      payment: ask.paymentMethod,
      cause,
    };
    note("order", order, placedAt);
    planNext(order, "placed", placedAt);
  };

  world.agenda.on<OrderData>("economy/order", place);
  world.agenda.on<MoveData>("economy/move", ({ move, ...order }, at) => {
    const result = shopNamed(order.storeId, order.platform)?.move(order.orderId, move, at);
    if (!result?.moved) return;
    const kind = factKinds[move];
    if (kind) note(kind, order, at);
    planNext(order, move, at);
  });
  // Bought by a person on the storefront's own page.
  world.agenda.on<LivingOrder>("economy/by-hand", (order, at) => {
    note("order", order, at);
    planNext(order, "placed", at);
  });

  return {
    plan({ shop, at, ...order }: PlannedOrder) {
      const data: OrderData = {
        ...order,
        platform: shop.platform,
        storeId: shop.storeId,
        at: at.toISOString(),
      };
      const carriedOut = new Date(Math.ceil(at.getTime() / GRID_MS) * GRID_MS);
      world.agenda.plan(carriedOut, "economy/order", `${at.toISOString()}|${order.key}`, data);
    },
  };
}
