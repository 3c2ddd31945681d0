import type { World } from "../base/world.ts";
import { basketOf, paymentOf } from "./buying.ts";
import type { OrderLife } from "./order-life.ts";
import { personOf } from "./population.ts";
import type { Shop } from "./ports.ts";
import { buyingMood, hourWeight, riyadhTimeOf, weekdayWeight } from "./rhythm.ts";
import { buyerOf } from "./visitors.ts";

const everybody = { countries: ["SA"], circles: [], genders: [], ages: { from: 18, to: null } };

/** Ways people come that are not our ads; some carry UTM parameters of their own. */
const ways = [
  ["", 60],
  ["?utm_source=instagram&utm_medium=bio", 15],
  ["?utm_source=google&utm_medium=organic", 15],
  ["?utm_source=snapchat&utm_medium=story&utm_campaign=organic", 5],
  ["?utm_source=whatsapp&utm_medium=share", 5],
] as const;

/** Orders that would have come anyway, so that attribution has something to tell apart. */
export function everydayMinute(world: World, life: OrderLife, shops: Shop[], start: Date): void {
  const time = riyadhTimeOf(start.getTime());
  for (const shop of shops) {
    if (shop.everydayOrders <= 0) continue;
    const day = Math.exp(world.random("everyday-day", shop.storeId, time.day).bell() * 0.18);
    const mean =
      (shop.everydayOrders * hourWeight(time) * weekdayWeight(time) * buyingMood(time) * day) / 1440;
    const slot = start.getTime() / 60_000;
    const count = world.random("everyday", shop.storeId, slot).poisson(mean);
    for (let turn = 0; turn < count; turn += 1) {
      const key = `everyday|${shop.storeId}|${slot}|${turn}`;
      const random = world.random("everyday-order", key);
      const person = personOf("google", everybody, random);
      const at = new Date(start.getTime() + random.whole(0, 59_999));
      const url = `${shop.origin()}/${random.weighted(ways)}`;
      const basket = basketOf(shop, url, random);
      if (!basket) continue;
      life.plan({
        key,
        shop,
        visitId: shop.visit(url, at, key),
        at,
        items: basket.items,
        paymentMethod: paymentOf(random),
        buyer: buyerOf(person.gender, person.city, random),
        cause: { kind: "everyday" },
      });
    }
  }
}
