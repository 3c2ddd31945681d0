import type { World } from "../base/world.ts";
import { pickBasket, pickPaymentMethod } from "./buying.ts";
import type { OrderLifecycle } from "./order-lifecycle.ts";
import { pickPerson } from "./population.ts";
import type { Shop } from "./ports.ts";
import { computeBuyingFactor, hourWeight, toRiyadhTime, weekdayWeight } from "./rhythm.ts";
import { pickBuyer } from "./visitors.ts";

const everybody = { countries: ["SA"], geoRadii: [], genders: [], ages: { from: 18, to: null } };

/** Traffic sources that are not our ads; some carry their own UTM parameters. */
const trafficSources = [
  ["", 60],
  ["?utm_source=instagram&utm_medium=bio", 15],
  ["?utm_source=google&utm_medium=organic", 15],
  ["?utm_source=snapchat&utm_medium=story&utm_campaign=organic", 5],
  ["?utm_source=whatsapp&utm_medium=share", 5],
] as const;

/** Orders without an ad, so that attribution has something to separate. */
export function simulateEverydayOrders(
  world: World,
  lifecycle: OrderLifecycle,
  shops: Shop[],
  start: Date,
): void {
  const time = toRiyadhTime(start.getTime());
  for (const shop of shops) {
    if (shop.everydayOrders <= 0) continue;
    const day = Math.exp(world.random("everyday-day", shop.storeId, time.day).gaussian() * 0.18);
    const mean =
      (shop.everydayOrders * hourWeight(time) * weekdayWeight(time) * computeBuyingFactor(time) * day) / 1440;
    const slot = start.getTime() / 60_000;
    const count = world.random("everyday", shop.storeId, slot).poisson(mean);
    for (let index = 0; index < count; index += 1) {
      const key = `everyday|${shop.storeId}|${slot}|${index}`;
      const random = world.random("everyday-order", key);
      const person = pickPerson("google", everybody, random);
      const at = new Date(start.getTime() + random.whole(0, 59_999));
      const url = `${shop.origin()}/${random.weighted(trafficSources)}`;
      const basket = pickBasket(shop, url, random);
      if (!basket) continue;
      lifecycle.schedule({
        key,
        shop,
        visitId: shop.visit(url, at, key),
        at,
        items: basket.items,
        ...knownCoupon(world, shop, at, key),
        paymentMethod: pickPaymentMethod(random),
        buyer: pickBuyer(person.gender, person.city, random),
        cause: { kind: "everyday" },
      });
    }
  }
}

/** A code that this shopper knows from elsewhere; the shop's random stream decides where none is known. */
function knownCoupon(world: World, shop: Shop, at: Date, key: string): { coupon?: string } {
  const random = world.random("knows-coupon", key);
  const known = shop
    .coupons(at)
    .find(({ everydayShare }) => everydayShare > 0 && random.chance(everydayShare));
  return known ? { coupon: known.code } : {};
}
