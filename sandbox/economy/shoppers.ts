import type { World } from "../base/world.ts";
import { basketOf, buyChance, delayOf, paymentOf } from "./buying.ts";
import type { AdMemory, Shown } from "./delivery.ts";
import { robotsForbid, travel } from "./journey.ts";
import type { OrderLife } from "./order-life.ts";
import { type Person, personOf } from "./population.ts";
import type { DeliverableAd, Shop } from "./ports.ts";
import { riyadhTimeOf } from "./rhythm.ts";
import type { ClickFact, Truth } from "./truth.ts";
import { buyerOf, type Look, type Machine, machineLook, personLook, reviewLook } from "./visitors.ts";

/** Of a hundred taps: how many close the page before anything is asked for, and how many tap twice. */
const BOUNCES = 0.06;
const DOUBLE_TAPS = 0.015;

interface Deps {
  world: World;
  truth: Truth;
  life: OrderLife;
  shops(): Shop[];
}

export type Shoppers = ReturnType<typeof makeShoppers>;

/** People and machines who follow an ad's link. Their luck hangs on the ad, the minute and their turn in it alone. */
export function makeShoppers({ world, truth, life, shops }: Deps) {
  /** Ads whose clicks ended in a shop since the last look; learned at fixed times, so that speed changes nothing. */
  const learned = new Map<string, Shop>();

  const facts = (ad: DeliverableAd, id: string, at: Date): ClickFact => ({
    id,
    kind: "click",
    at: at.toISOString(),
    vendor: ad.platform,
    ad_id: ad.adId,
    ad_squad_id: ad.adSquadId,
    campaign_id: ad.campaignId,
    landing_url: ad.landingUrl,
    by: "person",
    machine: null,
    counted: true,
    outcome: "bounced",
    reached: null,
    status: null,
    why_lost: null,
    store_id: null,
    visit_id: null,
    person: null,
    requests: 0,
  });

  const arrive = async (
    ad: DeliverableAd,
    fact: ClickFact,
    look: Look,
    again: boolean,
  ): Promise<Shop | null> => {
    const arrival = await world.errands.run(() => travel(ad.landingUrl, look, shops()));
    if (again) await world.errands.run(() => travel(ad.landingUrl, look, shops()));
    fact.requests = again ? 2 : 1;
    fact.outcome = arrival.outcome;
    fact.status = arrival.status;
    fact.reached = arrival.reached;
    fact.why_lost = arrival.why;
    const { shop, reached } = arrival;
    if (!shop || !reached) return null;
    fact.store_id = shop.storeId;
    fact.visit_id = shop.visit(reached, new Date(fact.at), fact.id);
    learned.set(ad.adId, shop);
    return shop;
  };

  const personClicks = async (ad: DeliverableAd, id: string, at: Date) => {
    const random = world.random("person", id);
    const person = personOf(ad.platform, ad.audience, random);
    const fact = { ...facts(ad, id, at), person };
    if (!random.chance(BOUNCES)) {
      const look = personLook(ad.platform, random);
      const shop = await arrive(ad, fact, look, random.chance(DOUBLE_TAPS));
      if (shop) decide(ad, fact, shop, person);
    }
    truth.addClick(fact);
  };

  /** Will this visit become an order, and when? */
  const decide = (ad: DeliverableAd, fact: ClickFact, shop: Shop, person: Person) => {
    const random = world.random("buys", fact.id);
    const basket = basketOf(shop, fact.reached ?? "", random);
    if (!basket) return;
    const time = riyadhTimeOf(Date.parse(fact.at));
    const luckOfShop = world.random("shop", shop.storeId);
    if (!random.chance(buyChance(shop, basket.product, ad.bid.goal, person.gender, time, luckOfShop))) return;
    life.plan({
      key: fact.id,
      shop,
      visitId: fact.visit_id,
      at: new Date(Date.parse(fact.at) + delayOf(random)),
      items: basket.items,
      paymentMethod: paymentOf(random),
      buyer: buyerOf(person.gender, person.city, random),
      cause: {
        kind: "click",
        click: fact.id,
        platform: ad.platform,
        ad_id: ad.adId,
        ad_squad_id: ad.adSquadId,
        campaign_id: ad.campaignId,
      },
    });
  };

  const machineClicks = async (ad: DeliverableAd, id: string, at: Date, machine: Machine) => {
    const fact: ClickFact = {
      ...facts(ad, id, at),
      by: "machine",
      machine: machine.name,
      counted: machine.counted,
    };
    const stopped = machine.polite && (await world.errands.run(() => robotsForbid(ad.landingUrl, machine)));
    if (stopped) fact.outcome = "stopped";
    else await arrive(ad, fact, machine, false);
    truth.addClick(fact);
  };

  return {
    /** Sends off the clicks of one minute; answers how many people and which counted machines there were. */
    sendOff(
      shown: Shown,
      start: Date,
      memory: AdMemory,
    ): { people: number; machines: number; counted: string[] } {
      const { ad, impressions, tapChance } = shown;
      const key = `${ad.adId}|${start.getTime() / 60_000}`;
      const random = world.random("clicks", key);
      const moment = () => new Date(start.getTime() + random.whole(0, 59_999));
      const people = Math.min(impressions, random.poisson(impressions * tapChance));
      for (let turn = 0; turn < people; turn += 1) void personClicks(ad, `${key}|p${turn}`, moment());
      const machines = Array.from({ length: random.poisson(impressions * tapChance * 0.12) }, () =>
        machineLook(random),
      );
      if (memory.impressionsEver === 0) machines.push(reviewLook(ad.platform));
      const counted: string[] = [];
      for (const [turn, machine] of machines.entries()) {
        const id = `${key}|m${turn}`;
        if (machine.counted) counted.push(id);
        void machineClicks(ad, id, moment(), machine);
      }
      return { people, machines: machines.length, counted };
    },
    takeLearned(): [string, Shop][] {
      const list = [...learned];
      learned.clear();
      return list;
    },
  };
}
