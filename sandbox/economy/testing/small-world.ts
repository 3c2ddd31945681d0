import { createServer, type Server } from "node:http";
import { parseSettings } from "../../base/settings.ts";
import type { Vendor } from "../../base/vendor.ts";
import { makeWorld, type World } from "../../base/world.ts";
import { makeSalla } from "../../store-platforms/salla/salla.ts";
import { startEconomy } from "../economy.ts";
import type { AdMarket, DeliverableAd, DeliveryPart } from "../ports.ts";
import { toRiyadhTime } from "../rhythm.ts";
import type { Truth } from "../truth.ts";

/** A world with one connected store, one simple ad platform, and a link that leads to the store. */
export interface SmallWorld {
  world: World;
  truth: Truth;
  market: SimpleMarket;
  salla: Vendor;
  /** The user agents of the requests the link received. */
  userAgents: string[];
  close(): Promise<void>;
}

export interface SimpleMarket extends AdMarket {
  ads: DeliverableAd[];
  /** Spend by ad and Riyadh day, in micro. */
  spent: Map<string, number>;
  parts: DeliveryPart[];
}

export interface SmallWorldOptions {
  seed?: string;
  start?: string;
  dataDir?: string;
  /** What the link answers with; "" = it leads to the store. */
  link?: "to the store" | "refuses";
  ad?: Partial<DeliverableAd>;
  dailyHalalas?: number;
}

export async function openSmallWorld(options: SmallWorldOptions = {}): Promise<SmallWorld> {
  const settings = parseSettings({
    SANDBOX_SPEED: "0",
    SANDBOX_SEED: options.seed ?? "a seed",
    SANDBOX_START: options.start ?? "2026-10-31T21:00:00Z",
    SANDBOX_DATA_DIR: options.dataDir,
  });
  const world = makeWorld(settings);
  world.setOrigin("http://localhost:39000");
  const salla = makeSalla(world);
  const store = salla.issueTokens?.({}) as { domain: string };
  const userAgents: string[] = [];
  const link = await listen(
    (agent) => userAgents.push(agent),
    options.link === "refuses" ? null : store.domain,
  );
  const market = simpleMarket(`${toAddress(link)}/t/48210377`, options);
  const truth = startEconomy(world, [
    salla,
    { vendor: "snapchat", title: { ar: "", en: "" }, hosts: [], credentials: {}, market },
  ]);
  return {
    world,
    truth,
    market,
    salla,
    userAgents,
    async close() {
      await world.clock.stop();
      link.closeAllConnections();
      await new Promise((resolve) => link.close(resolve));
    },
  };
}

function listen(onRequest: (agent: string) => void, redirectTo: string | null): Promise<Server> {
  let requestCount = 0;
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") return response.writeHead(404).end();
    onRequest(request.headers["user-agent"] ?? "");
    requestCount += 1;
    if (!redirectTo) return response.writeHead(503).end();
    const query = `utm_source=snapchat&utm_medium=paid_social&utm_campaign=48210377&utm_term=click${requestCount}&rwj=click${requestCount}`;
    response.writeHead(302, { location: `${redirectTo}?${query}` }).end();
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function toAddress(server: Server): string {
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the link does not listen");
  return `http://127.0.0.1:${address.port}`;
}

function simpleMarket(landingUrl: string, options: SmallWorldOptions): SimpleMarket {
  const spent = new Map<string, number>();
  const parts: DeliveryPart[] = [];
  const dayKey = (adId: string, at: Date) => `${adId}|${toRiyadhTime(at.getTime()).day}`;
  const ad = { ...simpleAd(landingUrl), ...options.ad };
  const budgets = [
    {
      id: "squad-1",
      period: "day" as const,
      limitHalalas: options.dailyHalalas ?? 10_000,
      spentMicro: 0,
      maxDailyOverdelivery: 1.1,
    },
  ];
  const market: SimpleMarket = {
    platform: "snapchat",
    ads: [{ ...ad, budgets: options.ad?.budgets ?? budgets }],
    spent,
    parts,
    deliverableAds: (now) =>
      market.ads.map((one) => ({
        ...one,
        budgets: one.budgets.map((budget) => ({
          ...budget,
          spentMicro: spent.get(dayKey(one.adId, now)) ?? 0,
        })),
      })),
    recordDelivery(adId, hourStart, part) {
      parts.push(part);
      const key = dayKey(adId, hourStart);
      spent.set(key, (spent.get(key) ?? 0) + part.spendMicro);
    },
  };
  return market;
}

function simpleAd(landingUrl: string): DeliverableAd {
  return {
    platform: "snapchat",
    adId: "ad-1",
    adSquadId: "squad-1",
    campaignId: "campaign-1",
    adAccountId: "account-1",
    budgets: [],
    bid: { kind: "auto", per: "click", amountHalalas: null, goal: "clicks" },
    audience: { countries: ["SA"], geoRadii: [], genders: [], ages: { from: 18, to: null } },
    creative: {
      mediaId: "media-1",
      kind: "image",
      headline: "تمر سكري طازج من المزرعة",
      brand: "تمور الواحة",
      callToAction: "SHOP_NOW",
    },
    landingUrl,
  };
}
