import type { World } from "../base/world.ts";
import { computeBuyChance, pickBasket, pickOrderDelay, pickPaymentMethod } from "./buying.ts";
import type { AdMemory, DeliveryResult } from "./delivery.ts";
import { followLink, isBlockedByRobots } from "./follow-link.ts";
import type { OrderLifecycle } from "./order-lifecycle.ts";
import { type Person, pickPerson } from "./population.ts";
import type { DeliverableAd, Shop } from "./ports.ts";
import { toRiyadhTime } from "./rhythm.ts";
import type { ClickFact, Truth } from "./truth.ts";
import {
  type Bot,
  type ClientProfile,
  makeReviewBot,
  pickBot,
  pickBuyer,
  pickPhoneClient,
} from "./visitors.ts";

/** Per hundred taps: how many leave before the first request, and how many tap twice. */
const BOUNCES = 0.06;
const DOUBLE_TAPS = 0.015;
/** How many of those who buy type the code that the ad names. */
const READS_COUPON = 0.6;

interface Deps {
  world: World;
  truth: Truth;
  lifecycle: OrderLifecycle;
  shops(): Shop[];
  /** The address that opens when a person clicks this ad. */
  openClick(ad: DeliverableAd, click: { key: string; at: Date }): string;
}

export type Shoppers = ReturnType<typeof makeShoppers>;

/**
 * Valid and bot clicks on an ad's link. Their random streams depend only on the ad, the minute and their index in
 * it.
 */
export function makeShoppers({ world, truth, lifecycle, shops, openClick }: Deps) {
  /** Ads whose clicks reached a shop since the last call. Drained at fixed times, so that speed changes nothing. */
  const clickedShops = new Map<string, Shop>();

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
    bot: null,
    counted: true,
    outcome: "bounced",
    reached: null,
    status: null,
    lost_reason: null,
    store_id: null,
    visit_id: null,
    person: null,
    requests: 0,
  });

  const recordVisit = async (
    ad: DeliverableAd,
    fact: ClickFact,
    client: ClientProfile,
    { url, again }: { url: string; again: boolean },
  ): Promise<Shop | null> => {
    const arrival = await world.requestPool.run(() => followLink(url, client, shops()));
    if (again) await world.requestPool.run(() => followLink(url, client, shops()));
    fact.requests = again ? 2 : 1;
    fact.outcome = arrival.outcome;
    fact.status = arrival.status;
    fact.reached = arrival.reached;
    fact.lost_reason = arrival.reason;
    const { shop, reached } = arrival;
    if (!shop || !reached) return null;
    fact.store_id = shop.storeId;
    fact.visit_id = shop.visit(reached, new Date(fact.at), fact.id);
    clickedShops.set(ad.adId, shop);
    return shop;
  };

  const simulatePersonClick = async (ad: DeliverableAd, id: string, at: Date) => {
    const random = world.random("person", id);
    const person = pickPerson(ad.platform, ad.audience, random);
    const fact = { ...facts(ad, id, at), person };
    if (!random.chance(BOUNCES)) {
      const client = pickPhoneClient(ad.platform, random);
      const again = random.chance(DOUBLE_TAPS);
      const shop = await recordVisit(ad, fact, client, { url: openClick(ad, { key: id, at }), again });
      if (shop) decide(ad, fact, shop, person);
    }
    truth.addClick(fact);
  };

  /** Decides whether this visit becomes an order, and when. */
  const decide = (ad: DeliverableAd, fact: ClickFact, shop: Shop, person: Person) => {
    const random = world.random("buys", fact.id);
    const basket = pickBasket(shop, fact.reached ?? "", random);
    if (!basket) return;
    const time = toRiyadhTime(Date.parse(fact.at));
    const shopRandom = world.random("shop", shop.storeId);
    if (!random.chance(computeBuyChance(shop, basket.product, ad.bid.goal, person.gender, time, shopRandom)))
      return;
    lifecycle.schedule({
      key: fact.id,
      shop,
      visitId: fact.visit_id,
      at: new Date(Date.parse(fact.at) + pickOrderDelay(random)),
      items: basket.items,
      ...readCoupon(ad, fact, shop),
      paymentMethod: pickPaymentMethod(random),
      buyer: pickBuyer(person.gender, person.city, random),
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

  /** A shopper who reads a working code in the ad mostly types it; without one in the ad nothing changes. */
  const readCoupon = (ad: DeliverableAd, fact: ClickFact, shop: Shop): { coupon?: string } => {
    const text = ad.creative.headline.toUpperCase();
    const code = shop.coupons(new Date(fact.at)).find((one) => text.includes(one.code.toUpperCase()))?.code;
    return code && world.random("reads-coupon", fact.id).chance(READS_COUPON) ? { coupon: code } : {};
  };

  const simulateBotClick = async (ad: DeliverableAd, id: string, at: Date, bot: Bot) => {
    const fact: ClickFact = {
      ...facts(ad, id, at),
      by: "bot",
      bot: bot.name,
      counted: bot.counted,
    };
    const stopped =
      bot.respectsRobotsTxt && (await world.requestPool.run(() => isBlockedByRobots(ad.landingUrl, bot)));
    if (stopped) fact.outcome = "stopped";
    // Programs open the address as it stands in the ad.
    else await recordVisit(ad, fact, bot, { url: ad.landingUrl, again: false });
    truth.addClick(fact);
  };

  return {
    /** Sends the clicks of one minute; returns how many valid clicks and which counted bot clicks there were. */
    simulateClicks(
      result: DeliveryResult,
      start: Date,
      memory: AdMemory,
    ): { validClicks: number; bots: number; counted: string[] } {
      const { ad, impressions, tapChance } = result;
      const key = `${ad.adId}|${start.getTime() / 60_000}`;
      const random = world.random("clicks", key);
      const randomInstant = () => new Date(start.getTime() + random.whole(0, 59_999));
      const validClicks = Math.min(impressions, random.poisson(impressions * tapChance));
      for (let index = 0; index < validClicks; index += 1)
        void simulatePersonClick(ad, `${key}|p${index}`, randomInstant());
      const bots = Array.from({ length: random.poisson(impressions * tapChance * 0.12) }, () =>
        pickBot(random),
      );
      if (memory.impressionsEver === 0) bots.push(makeReviewBot(ad.platform));
      const counted: string[] = [];
      for (const [index, bot] of bots.entries()) {
        const id = `${key}|m${index}`;
        if (bot.counted) counted.push(id);
        void simulateBotClick(ad, id, randomInstant(), bot);
      }
      return { validClicks, bots: bots.length, counted };
    },
    drainClickedShops(): [string, Shop][] {
      const list = [...clickedShops];
      clickedShops.clear();
      return list;
    },
  };
}
