import type { Random } from "../base/random.ts";
import { audienceSize, computeWomenShare } from "./population.ts";
import type { Bid, Budget, Creative, DeliverableAd } from "./ports.ts";
import { hourWeight, type RiyadhTime, restOfDay, weekdayWeight } from "./rhythm.ts";

/** A platform's price for a thousand impressions without a special goal (riyals), and how often its ads are tapped. */
const platforms: Record<string, { cpm: number; ctr: number }> = {
  snapchat: { cpm: 9.5, ctr: 0.0095 },
  tiktok: { cpm: 11, ctr: 0.0085 },
  meta: { cpm: 16, ctr: 0.0125 },
  x: { cpm: 12, ctr: 0.006 },
  google: { cpm: 14, ctr: 0.011 },
};
const defaultPlatform = { cpm: 12, ctr: 0.009 };

/** The price factor of an optimization goal, and how much likelier those people are to tap. */
const goals: Record<Bid["goal"], { price: number; taps: number }> = {
  impressions: { price: 0.82, taps: 0.65 },
  video_views: { price: 0.9, taps: 0.75 },
  other: { price: 1, taps: 0.9 },
  clicks: { price: 1.1, taps: 1.3 },
  landings: { price: 1.22, taps: 1.25 },
  purchases: { price: 1.6, taps: 1.15 },
};

/** A platform does not spend faster than this times the even pace, even when a campaign starts late in the day. */
const MAX_PACE = 2.5;
/** The share of an audience that is online in a day, the ads each of them sees, and our maximum share of those. */
const ACTIVE = 0.6;
const ADS_A_DAY = 24;
const OUR_SHARE = 0.03;

/** What the economy stores about an ad. */
export interface AdMemory {
  id: string;
  firstShownAt: number;
  day: string;
  impressionsToday: number;
  impressionsEver: number;
  /** The shop its clicks landed in, once one did. */
  storeId: string | null;
  taste: { female: number; male: number } | null;
}

export interface DeliveryResult {
  ad: DeliverableAd;
  impressions: number;
  /** Chance that one impression is tapped. */
  tapChance: number;
  spendMicro: number;
  newReach: number;
}

interface DeliveryContext {
  time: RiyadhTime;
  now: number;
  /** Words -> randomness of this minute. */
  random(...words: (string | number)[]): Random;
  loadAdMemory(ad: DeliverableAd): AdMemory;
}

/**
 * The impressions and the cost of every ad in one minute. Budgets are paced along the rest of the Riyadh day and
 * shared by the ads below them. They may end a little over or under, as on real platforms; never above
 * `maxDailyOverdelivery`.
 */
export function deliverMinute(ads: DeliverableAd[], context: DeliveryContext): DeliveryResult[] {
  const weights = new Map(ads.map((ad) => [ad.adId, computeCreativeAppeal(ad.creative, context)]));
  const shares = new Map<string, number>();
  for (const ad of ads) {
    for (const { id } of ad.budgets) shares.set(id, (shares.get(id) ?? 0) + (weights.get(ad.adId) ?? 1));
  }
  // Spent within this same minute by ads earlier in the list.
  const spentNow = new Map<string, number>();
  return ads.map((ad) => {
    const weight = weights.get(ad.adId) ?? 1;
    const desired = Math.min(
      ...ad.budgets.map(
        (budget) => (computeDesiredMicro(budget, context) * weight) / (shares.get(budget.id) ?? weight),
      ),
    );
    const left = Math.min(
      ...ad.budgets.map((budget) => computeRemainingMicro(budget) - (spentNow.get(budget.id) ?? 0)),
    );
    const result = deliverAd(ad, Math.min(desired, left), left, context);
    for (const { id } of ad.budgets) spentNow.set(id, (spentNow.get(id) ?? 0) + result.spendMicro);
    return result;
  });
}

function deliverAd(
  ad: DeliverableAd,
  desired: number,
  left: number,
  context: DeliveryContext,
): DeliveryResult {
  const memory = context.loadAdMemory(ad);
  const people = audienceSize(ad.platform, ad.audience);
  const tapChance = computeTapChance(ad, memory, people, context);
  const nothing = { ad, impressions: 0, tapChance, spendMicro: 0, newReach: 0 };
  const price = computePrice(ad, tapChance, people, context);
  if (people < 1 || desired <= 0 || price.wins === 0) return nothing;

  const microEach = (price.riyals * 1_000_000) / 1_000;
  const supply = (people * ACTIVE * ADS_A_DAY * OUR_SHARE * price.wins * hourWeight(context.time)) / 1440;
  const random = context.random("impressions", ad.adId, context.now);
  const impressions = random.poisson(Math.min(desired / microEach, supply));
  if (impressions === 0) return nothing;
  const spendMicro = Math.max(
    0,
    Math.min(Math.round(impressions * microEach * (1 + random.gaussian() * 0.04)), Math.floor(left)),
  );
  const fresh = Math.exp(-memory.impressionsToday / computeCoreAudience(people));
  const newReach = Array.from({ length: impressions }).filter(() => random.chance(fresh)).length;
  return { ad, impressions, tapChance, spendMicro, newReach };
}

/** A platform shows an ad to the likeliest people first: a small part of a large audience, again and again. */
function computeCoreAudience(people: number): number {
  return Math.min(people * ACTIVE, Math.max(2_000, people * 0.0025));
}

/** What may still be spent in total. */
function computeRemainingMicro(budget: Budget): number {
  const worst = budget.period === "day" ? budget.maxDailyOverdelivery : 1;
  return budget.limitHalalas * 10_000 * worst - budget.spentMicro;
}

/** What pacing would spend in this minute. */
function computeDesiredMicro(budget: Budget, { time, now, random }: DeliveryContext): number {
  const minute = hourWeight(time) / 1440;
  const limit = budget.limitHalalas * 10_000;
  if (budget.period === "lifetime") {
    const daysLeft = Math.max(
      1 / 24,
      ((budget.endsAt?.getTime() ?? now + 30 * 86_400_000) - now) / 86_400_000,
    );
    return ((limit - budget.spentMicro) / Math.max(daysLeft, restOfDay(time))) * minute;
  }
  // Some days end a little over, some a little under: the platform paces to a target that varies by day.
  const dayRandom = random("day-mark", budget.id, time.day);
  const mark = limit * Math.min(budget.maxDailyOverdelivery, 1.02 + dayRandom.gaussian() * 0.025);
  const even = (mark - budget.spentMicro) / restOfDay(time);
  return Math.min(even, mark * MAX_PACE * weekdayWeight(time)) * minute;
}

/** The price per thousand impressions, and the share of auctions won with the bid. */
function computePrice(
  ad: DeliverableAd,
  tapChance: number,
  people: number,
  { time, random }: DeliveryContext,
) {
  const base = (platforms[ad.platform] ?? defaultPlatform).cpm * goals[ad.bid.goal].price;
  const narrow = people < 20_000 ? 1.9 : people < 200_000 ? 1.5 : people < 1_000_000 ? 1.2 : 1;
  const day = random("day-price", ad.platform, time.day);
  const market =
    base * narrow * (0.9 + 0.1 * hourWeight(time)) * weekdayWeight(time) * Math.exp(day.gaussian() * 0.07);
  const { kind, per, amountHalalas } = ad.bid;
  if (kind === "auto" || amountHalalas === null) return { riyals: market, wins: 1 };
  const worth = { thousand_impressions: 1, click: tapChance * 1_000, purchase: tapChance * 1_000 * 0.025 }[
    per
  ];
  const bid = (amountHalalas / 100) * worth;
  const wins = Math.min(1, (bid / market) ** 3);
  const paid = kind === "max" ? Math.min(bid, market) : (bid + market) / 2;
  return { riyals: paid, wins: wins < 0.001 ? 0 : wins };
}

function computeTapChance(
  ad: DeliverableAd,
  memory: AdMemory,
  people: number,
  context: DeliveryContext,
): number {
  const base = (platforms[ad.platform] ?? defaultPlatform).ctr * goals[ad.bid.goal].taps;
  const women = computeWomenShare(ad.platform, ad.audience);
  const fit = memory.taste ? memory.taste.female * women + memory.taste.male * (1 - women) : 1;
  const seen = people < 1 ? 0 : memory.impressionsEver / (people * 0.25);
  const tired = 1 / (1 + 0.1 * Math.max(0, seen - 2.5));
  const old = Math.max(0.62, 0.987 ** ((context.now - memory.firstShownAt) / 86_400_000));
  const night = 0.88 + 0.12 * hourWeight(context.time);
  return Math.min(0.08, base * computeCreativeAppeal(ad.creative, context) * fit * tired * old * night);
}

/** How well a creative works: its picture's random quality, a meaningful headline, a button, video. */
function computeCreativeAppeal(creative: Creative, { random }: DeliveryContext): number {
  const picture = Math.exp(random("picture", creative.mediaId ?? "none").gaussian() * 0.22);
  const words = creative.headline.length === 0 ? 0.8 : creative.headline.length < 8 ? 0.93 : 1.03;
  const button =
    creative.callToAction === null ? 0.9 : /SHOP|ORDER|GET|BUY/.test(creative.callToAction) ? 1.1 : 1;
  return picture * words * button * (creative.kind === "video" ? 1.15 : 1);
}
