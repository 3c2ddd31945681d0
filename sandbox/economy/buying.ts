import type { Random } from "../base/random.ts";
import type { Bid, Shop, ShopOrder, ShopProduct } from "./ports.ts";
import { computeBuyingFactor, hourWeight, type RiyadhTime } from "./rhythm.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Conversion rate on an ordinary day, in orders per hundred visits. */
const BASE_CONVERSION_RATE = 0.028;
/** Audiences optimized for purchases buy more; those optimized for cheap impressions buy less. */
const goalFactor: Record<Bid["goal"], number> = {
  impressions: 0.7,
  video_views: 0.75,
  other: 0.9,
  clicks: 1,
  landings: 1.1,
  purchases: 1.65,
};

export interface Basket {
  items: { productId: string; quantity: number }[];
  product: ShopProduct;
}

/** What a visitor would buy: mostly the product the ad led to. Null = the shop has nothing to sell. */
export function pickBasket(shop: Shop, url: string, random: Random): Basket | null {
  const products = shop.products();
  if (products.length === 0) return null;
  const target = products.find((product) => url.includes(product.id));
  const choose = () => random.weighted(products.map((one) => [one, one.appeal] as const));
  const product = target && random.chance(0.75) ? target : choose();
  const quantity = random.weighted([
    [1, 80],
    [2, 15],
    [3, 5],
  ]);
  return { items: [{ productId: product.id, quantity }], product };
}

/** The chance that this visit becomes an order. */
export function computeBuyChance(
  shop: Shop,
  product: ShopProduct,
  goal: Bid["goal"],
  gender: "male" | "female",
  time: RiyadhTime,
  shopRandom: Random,
): number {
  const price = Math.min(1.5, Math.max(0.5, (10_000 / product.priceHalalas) ** 0.3));
  const trust = 0.75 + shopRandom.next() * 0.6;
  const hour = 0.75 + 0.25 * hourWeight(time);
  return Math.min(
    0.3,
    BASE_CONVERSION_RATE *
      goalFactor[goal] *
      price *
      trust *
      shop.taste[gender] *
      computeBuyingFactor(time) *
      hour,
  );
}

/** The delay from click to order: many within the hour, some the same day, some after days. */
export function pickOrderDelay(random: Random): number {
  const kind = random.weighted([
    ["soon", 46],
    ["today", 34],
    ["days", 20],
  ] as const);
  if (kind === "soon") return 2 * MINUTE - Math.log(1 - random.next()) * 16 * MINUTE;
  if (kind === "today") return HOUR + random.next() * 20 * HOUR;
  return DAY + random.next() * 5 * DAY;
}

/** About 35 of a hundred pay cash on delivery. */
export function pickPaymentMethod(random: Random): ShopOrder["paymentMethod"] {
  return random.weighted([
    ["cod", 35],
    ["mada", 24],
    ["apple_pay", 21],
    ["credit_card", 6],
    ["stc_pay", 5],
    ["tamara_installment", 5],
    ["tabby_installment", 3],
    ["bank", 1],
  ] as const);
}

export interface NextTransition {
  transition: "confirmed" | "shipped" | "delivered" | "refused" | "cancelled" | "refunded";
  afterMs: number;
}

/**
 * What happens to an order after its last transition, and when; null = nothing more. Decided by the order's own
 * random stream.
 */
export function nextTransition(
  last: "placed" | NextTransition["transition"],
  payment: string,
  refusedPercent: number,
  random: Random,
): NextTransition | null {
  const between = (from: number, to: number) => from + random.next() * (to - from);
  const cod = payment === "cod";
  switch (last) {
    case "placed":
      if (payment === "bank" && random.chance(0.2)) return { transition: "cancelled", afterMs: 2 * DAY };
      if (random.chance(0.03)) return { transition: "cancelled", afterMs: between(20 * MINUTE, 12 * HOUR) };
      return { transition: "confirmed", afterMs: between(20 * MINUTE, 9 * HOUR) };
    case "confirmed":
      if (random.chance(0.015)) return { transition: "cancelled", afterMs: between(HOUR, DAY) };
      return { transition: "shipped", afterMs: between(5 * HOUR, 30 * HOUR) };
    case "shipped":
      return {
        transition: cod && random.chance(refusedPercent / 100) ? "refused" : "delivered",
        afterMs: between(18 * HOUR, 4 * DAY),
      };
    case "delivered":
      return random.chance(cod ? 0.02 : 0.045)
        ? { transition: "refunded", afterMs: between(DAY, 8 * DAY) }
        : null;
    default:
      return null;
  }
}
