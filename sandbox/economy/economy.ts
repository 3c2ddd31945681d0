import type { Vendor } from "../base/vendor.ts";
import type { World } from "../base/world.ts";
import { type AdMemory, type DeliveryResult, deliverMinute } from "./delivery.ts";
import { simulateEverydayOrders } from "./everyday.ts";
import { GRID_MS, makeOrderLifecycle } from "./order-lifecycle.ts";
import type { AdMarket, DeliverableAd } from "./ports.ts";
import { toRiyadhTime } from "./rhythm.ts";
import { makeShoppers } from "./shoppers.ts";
import { type HourFact, makeTruth, type Truth } from "./truth.ts";

const HOUR_MS = 3_600_000;

/**
 * Starts the economy: every world minute ads are shown, some are clicked, some clicks become orders. Returns its
 * truth.
 */
export function startEconomy(world: World, vendors: Vendor[]): Truth {
  const truth = makeTruth(world);
  const shops = () => vendors.flatMap((vendor) => vendor.shops?.() ?? []);
  const markets = vendors.flatMap((vendor) => (vendor.market ? [vendor.market] : []));
  const lifecycle = makeOrderLifecycle({ world, truth, shops });
  const byPlatform = new Map(markets.map((market) => [market.platform, market]));
  const openClick = (ad: DeliverableAd, click: { key: string; at: Date }) =>
    byPlatform.get(ad.platform)?.openClick?.(ad, click) ?? ad.landingUrl;
  const shoppers = makeShoppers({ world, truth, lifecycle, shops, openClick });
  const ads = world.table<AdMemory>("economy-ads");

  const loadAdMemory = (ad: DeliverableAd, start: Date): AdMemory => {
    const day = toRiyadhTime(start.getTime()).day;
    const known = ads.get(ad.adId) ?? {
      id: ad.adId,
      firstShownAt: start.getTime(),
      day,
      impressionsToday: 0,
      impressionsEver: 0,
      storeId: null,
      taste: null,
    };
    return known.day === day ? known : { ...known, day, impressionsToday: 0 };
  };

  const runMarketMinute = (market: AdMarket, start: Date) => {
    const context = {
      time: toRiyadhTime(start.getTime()),
      now: start.getTime(),
      random: world.random,
      loadAdMemory: (ad: DeliverableAd) => loadAdMemory(ad, start),
    };
    for (const result of deliverMinute(market.deliverableAds(start), context)) {
      if (result.impressions === 0) continue;
      const memory = loadAdMemory(result.ad, start);
      const clicks = shoppers.simulateClicks(result, start, memory);
      record(world, truth, market, result, start, clicks);
      const { impressionsToday, impressionsEver } = memory;
      ads.put({
        ...memory,
        impressionsToday: impressionsToday + result.impressions,
        impressionsEver: impressionsEver + result.impressions,
      });
    }
  };

  world.scheduler.on<Credit>("economy/credit", (credit) => creditBack(truth, markets, credit));
  world.clock.onSlot(async ({ start, end }) => {
    if (end.getTime() % GRID_MS === 0) {
      await world.requestPool.drain();
      for (const [adId, shop] of shoppers.drainClickedShops()) {
        const memory = ads.get(adId);
        if (memory) ads.put({ ...memory, storeId: shop.storeId, taste: shop.taste });
      }
    }
    world.scheduler.run(end);
    for (const market of markets) {
      market.settle?.(start);
      runMarketMinute(market, start);
    }
    simulateEverydayOrders(world, lifecycle, shops(), start);
  });
  world.clock.onSettled(world.requestPool.drain);
  return truth;
}

interface Credit {
  hourId: string;
  platform: string;
  costMicro: number;
}

/** Records one minute of an ad, on the platform and in the truth; schedules the invalid clicks to credit back. */
function record(
  world: World,
  truth: Truth,
  market: AdMarket,
  { ad, impressions, spendMicro, newReach, tapChance }: DeliveryResult,
  start: Date,
  clicks: { validClicks: number; bots: number; counted: string[] },
): void {
  const hourStart = new Date(Math.floor(start.getTime() / HOUR_MS) * HOUR_MS);
  const counted = clicks.validClicks + clicks.counted.length;
  market.recordDelivery(ad.adId, hourStart, { impressions, clicks: counted, spendMicro, newReach });

  const id = `${ad.adId}|${hourStart.toISOString()}`;
  const hour = truth.hours.get(id) ?? emptyHour(id, ad, hourStart);
  hour.impressions += impressions;
  hour.clicks += counted;
  hour.valid_clicks += clicks.validClicks;
  hour.bot_clicks += clicks.bots;
  hour.new_reach += newReach;
  addSpend(hour, spendMicro);
  truth.hours.put(hour);

  const costMicro = Math.round(spendMicro / impressions / Math.max(tapChance, 0.0005));
  for (const click of clicks.counted) {
    const random = world.random("credit", click);
    if (!random.chance(0.75)) continue;
    const at = new Date(start.getTime() + (4 + random.next() * 40) * HOUR_MS);
    world.scheduler.schedule<Credit>(at, "economy/credit", click, {
      hourId: id,
      platform: ad.platform,
      costMicro,
    });
  }
}

/** The platform detected a bot click: it credits the click and its price back, within two days. */
function creditBack(truth: Truth, markets: AdMarket[], { hourId, platform, costMicro }: Credit): void {
  const hour = truth.hours.get(hourId);
  const market = markets.find((one) => one.platform === platform);
  if (!hour || !market || hour.clicks < 1) return;
  const micro = Math.min(costMicro, Math.floor(hour.spend_micro / 2));
  market.recordDelivery(hour.ad_id, new Date(hour.at), {
    impressions: 0,
    clicks: -1,
    spendMicro: -micro,
    newReach: 0,
  });
  hour.clicks -= 1;
  hour.credited_clicks += 1;
  hour.credited_micro += micro;
  addSpend(hour, -micro);
  truth.hours.put(hour);
}

function addSpend(hour: HourFact, micro: number): void {
  hour.spend_micro += micro;
  hour.spend_halalas = Math.round(hour.spend_micro / 10_000);
}

function emptyHour(id: string, ad: DeliverableAd, hourStart: Date): HourFact {
  return {
    id,
    kind: "impressions",
    at: hourStart.toISOString(),
    vendor: ad.platform,
    ad_id: ad.adId,
    ad_squad_id: ad.adSquadId,
    campaign_id: ad.campaignId,
    ad_account_id: ad.adAccountId,
    impressions: 0,
    clicks: 0,
    valid_clicks: 0,
    bot_clicks: 0,
    spend_micro: 0,
    spend_halalas: 0,
    new_reach: 0,
    credited_clicks: 0,
    credited_micro: 0,
  };
}
