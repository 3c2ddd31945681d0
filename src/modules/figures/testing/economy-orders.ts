import { addDays, type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { startSandbox } from "#base/testing/sandbox.ts";
import { toEstimateDays } from "../contract/delivery-estimate.ts";
import type { OrderState } from "../contract/order-states.ts";
import {
  computeRate,
  type DeliveryRates,
  type RateKey,
  rateFactors,
  type Settled,
  toKind,
} from "../domain/delivery-rates.ts";
import {
  type Delivered,
  type DeliveredEstimate,
  estimateDelivered,
  type OpenCell,
} from "../domain/estimate-delivered.ts";

/** An order of the economy and what became of it, each with its time. */
export type EconomyOrder = {
  placedAt: Date;
  halalas: number;
  key: Omit<RateKey, "is_sent">;
  steps: { state: Exclude<OrderState, "preparing">; at: Date }[];
};

type Fact = {
  kind: "order" | "shipment" | "delivery" | "refusal" | "cancellation" | "refund";
  at: string;
  order_id: string;
  halalas: number;
  payment_method: string;
  city?: string;
  items?: { product_id: string; halalas: number }[];
};

const states = {
  shipment: "on_the_way",
  delivery: "delivered",
  refusal: "refused",
  cancellation: "cancelled",
  refund: "refunded",
} as const;

/** No order of the economy changes later than this after it was placed: at most six days to the door, eight to return. */
const daysToEnd = 15;
const firstDay = "2026-09-01" as RiyadhDay;

export type EconomyOptions = {
  seed: string;
  /** Days of orders before the three that are estimated. */
  historyDays: number;
  ordersADay: number;
  refusedPercent: number;
};

/** Runs the sandbox's economy for one store until every order has ended, and reads the truth. */
export async function runEconomy({ seed, historyDays, ordersADay, refusedPercent }: EconomyOptions) {
  const sandbox = await startSandbox({
    seed,
    env: {
      SANDBOX_START: startOfRiyadhDay(firstDay).toISOString(),
      SANDBOX_REFUSED_PERCENT: String(refusedPercent),
    },
  });
  try {
    const { store_id } = await sandbox.control<{ store_id: number }>("tokens", { vendor: "salla" });
    await sandbox.control("salla/stores", { store_id, everyday_orders: ordersADay });
    await sandbox.control("clock", { step: `P${historyDays + 3 + daysToEnd}D` });
    const { items } = await sandbox.control<{ items: Fact[] }>(`truth?store_id=${store_id}&limit=1000000`);
    return { orders: toOrders(items), from: addDays(firstDay, historyDays) };
  } finally {
    await sandbox.stop();
  }
}

function toOrders(facts: readonly Fact[]): EconomyOrder[] {
  const orders = new Map<string, EconomyOrder>();
  for (const { kind, at, order_id, ...fact } of facts) {
    if (kind !== "order") {
      orders.get(order_id)?.steps.push({ state: states[kind], at: new Date(at) });
      continue;
    }
    const [main] = (fact.items ?? []).toSorted((one, other) => other.halalas - one.halalas);
    orders.set(order_id, {
      placedAt: new Date(at),
      halalas: fact.halalas,
      key: {
        is_cod: fact.payment_method === "cod",
        city: fact.city ?? "",
        product: main?.product_id ?? "",
        source: "",
      },
      steps: [],
    });
  }
  return [...orders.values()];
}

/** What is known of an order at an instant. */
function toState({ steps }: EconomyOrder, at: Date): OrderState {
  return steps.filter((step) => step.at <= at).at(-1)?.state ?? "preparing";
}
const isOpen = (state: OrderState) => state === "preparing" || state === "on_the_way";

export type Measured = DeliveredEstimate & {
  placed_halalas: number;
  final_halalas: number;
  isInside: boolean;
};

/** The estimate of three days' orders at their end, as of what was known then, and what they came to in the end. */
export function measureEstimate({ orders, from }: Awaited<ReturnType<typeof runEconomy>>): Measured {
  const [start, asOf] = [startOfRiyadhDay(from), startOfRiyadhDay(addDays(from, 3))];
  const placed = orders.filter(({ placedAt }) => placedAt >= start && placedAt < asOf);
  const known = placed.map((order) => ({ order, state: toState(order, asOf) }));
  const arrived = known.filter(({ state }) => state === "delivered").map(({ order }) => order);
  const delivered: Delivered = {
    orders: arrived.length,
    halalas: sum(arrived),
    fresh_halalas: sum(arrived),
    fresh_squares: arrived.reduce((total, { halalas }) => total + (halalas / 100) ** 2, 0),
  };
  const rates = collectRates(orders, asOf);
  const open = known
    .filter(({ state }) => isOpen(state))
    .map(({ order: { halalas, ...order }, state }): OpenCell => {
      const key = { ...order.key, is_sent: state === "on_the_way" };
      const expected_halalas = Math.round(halalas * computeRate(rates, key));
      return { ...key, orders: 1, halalas, squares: (halalas / 100) ** 2, expected_halalas };
    });
  const estimate = estimateDelivered(rates, delivered, open);
  const final = sum(placed.filter(({ steps }) => steps.at(-1)?.state === "delivered"));
  return {
    ...estimate,
    placed_halalas: sum(placed),
    final_halalas: final,
    isInside: estimate.low_halalas <= final && final <= estimate.high_halalas,
  };
}

/** The store's rates as of an instant, from the orders that the roll-up would use. */
function collectRates(orders: readonly EconomyOrder[], asOf: Date): DeliveryRates {
  const { rates: days } = toEstimateDays(toRiyadhDay(asOf));
  const rates: DeliveryRates = {
    cod: {
      all: { delivered: 0, refused: 0, cancelled: 0 },
      city: new Map(),
      product: new Map(),
      source: new Map(),
    },
    paid: {
      all: { delivered: 0, refused: 0, cancelled: 0 },
      city: new Map(),
      product: new Map(),
      source: new Map(),
    },
    returns: { delivered_halalas: 0, refunded_halalas: 0, orders: 0 },
  };
  for (const order of orders) {
    const day = toRiyadhDay(order.placedAt);
    const state = toState(order, asOf);
    if (isOpen(state) || day < days.from || day > days.to) continue;
    const arrived = state === "delivered" || state === "refunded";
    const kind = rates[toKind(order.key.is_cod)];
    const settled: Settled[] = [kind.all];
    for (const factor of rateFactors) {
      const byKey = kind[factor] as Map<string, Settled>;
      const own = byKey.get(order.key[factor]) ?? { delivered: 0, refused: 0, cancelled: 0 };
      byKey.set(order.key[factor], own);
      settled.push(own);
    }
    const end = arrived ? "delivered" : state === "refused" ? "refused" : "cancelled";
    for (const one of settled) one[end] += 1;
    if (!arrived) continue;
    rates.returns.delivered_halalas += order.halalas;
    rates.returns.orders += 1;
    if (state === "refunded") rates.returns.refunded_halalas += order.halalas;
  }
  return rates;
}

const sum = (orders: readonly EconomyOrder[]) => orders.reduce((total, { halalas }) => total + halalas, 0);
