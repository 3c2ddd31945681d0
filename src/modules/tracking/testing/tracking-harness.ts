import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { withoutReplica } from "#base/server/db/read-replica.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeOutboxRelay, type StoredEvent } from "#base/server/outbox-relay.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import type { TestDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { fakePlatform } from "#modules/stores/testing/fake-platform.ts";
import { makeClickRecorder } from "../server/click-recorder.ts";
import { openDomainCache } from "../server/domain-cache.ts";
import { guardHosts } from "../server/guard-hosts.ts";
import { openIpCities } from "../server/ip-cities/open-ip-cities.ts";
import { openLinkCache } from "../server/link-cache.ts";
import type { LinkProbe } from "../server/link-probe.port.ts";
import { mountLinks } from "../server/links.routes.ts";
import { makeMonths } from "../server/make-months.ts";
import { makePageOpenings } from "../server/page-openings.ts";
import { mountRedirect } from "../server/redirect.routes.ts";
import { mountReportAbuse } from "../server/report-abuse.routes.ts";
import { rollUpClicks } from "../server/roll-up-clicks.ts";
import { makeTrackingFacade } from "../server/tracking.facade.ts";
import { mountTracking } from "../server/tracking.routes.ts";
import { trackingSubscriptions } from "../server/tracking.subscriptions.ts";
import type { AdLinkInput } from "../server/upsert-ad-link.ts";

const log = makeLog("silent");
export const shopLink = "https://shop.example/ar";
export const aPhone = {
  "user-agent":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Snapchat/13.9",
  "accept-language": "ar-SA,ar;q=0.9",
};

/** The module as the product composes it, with the real stores module. */
export async function openTrackingHarness(db: TestDb) {
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const systemClock = { now: () => new Date() };
  const { world: storeWorld, platform } = fakePlatform("77");
  const stores = makeStoresFacade({ use: (_store, work) => work(platform, "access-1") });
  const publicUrl = "https://rawaj.example";
  const trackingUrl = "https://go.example";
  const facade = makeTrackingFacade({ stores, trackingUrl });
  const probed = {
    pages: new Map<string, { status: number; url: string }>(),
    names: new Map<string, string[]>(),
  };
  const linkProbe: LinkProbe = {
    openPage: async (address) =>
      probed.pages.get(address) ?? Promise.reject(new AdapterFault("later", { reason: "no answer" })),
    readCname: async (host) => probed.names.get(host) ?? [],
  };
  const cities = openIpCities();
  const staff = { recordAct: async () => {} };
  const messages = await loadMessages(join(import.meta.dirname, "../../.."));
  const deps = {
    db,
    merchants: { nameActors: async () => new Map<string, string>() },
    stores,
    staff,
    linkProbe,
    cities,
    messages,
    systemClock,
    worldClock,
    publicUrl,
    trackingUrl,
  };
  const links = await openLinkCache({ driver: db.driver, replica: withoutReplica(db), systemClock, log });
  const domains = await openDomainCache({ db, driver: db.driver, log });
  const clicks = makeClickRecorder(db, () => {});
  const addressKey = Buffer.alloc(32, 5);
  await makeMonths(db, { now: worldClock.now() });
  const mount = (app: FastifyInstance, http: HttpContext) => {
    guardHosts(app, { domains, publicUrl, trackingUrl });
    mountTracking(app, http, { stores });
    mountLinks(app, http, deps);
    mountRedirect(app, {
      links,
      domains,
      clicks,
      openings: makePageOpenings({ db, links }),
      cities,
      worldClock,
      addressKey,
      visitorKey: Buffer.alloc(32, 6),
      isSecure: true,
    });
    mountReportAbuse(app, { db, worldClock, systemClock, addressKey });
  };
  const server = await testServer(db, mount, worldClock);
  const makeContext = (merchantId: string) => testContext(db, merchantId, worldClock.now());
  const publishedEvents: StoredEvent[] = [];
  const eventRecorder = {
    name: "event-recorder",
    events: [
      "tracking.order_attributed",
      "tracking.order_unattributed",
      "tracking.coupon_changed",
      "tracking.coupon_leaked",
    ],
    handle: async (_tx: unknown, event: StoredEvent) => void publishedEvents.push(event),
  };
  const relay = makeOutboxRelay({
    db,
    log,
    worldClock,
    subscriptions: [...trackingSubscriptions({ stores }), eventRecorder],
  });

  return {
    facade,
    /** The stores module, whose every store is on a platform in memory. */
    stores,
    storeWorld,
    deps,
    probed,
    server,
    worldClock,
    publishedEvents,
    /** A request of the merchant, at the world's time. */
    makeContext,
    /** Delivers all events, and then the events published by their handlers. */
    async settle() {
      await relay.settle();
      await relay.settle();
    },
    /** A merchant's store, as if connected. */
    addStore: (merchantId: string, link = shopLink) =>
      db.run(sql`
        insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
        values (${`sto_${merchantId}`}, ${merchantId}, 'salla', ${merchantId}, 'متجر', ${link}, 'shop.example', 'SAR',
          'connected', now())`),
    linkFor: (
      merchantId: string,
      adId = "ad_1",
      destination_url = `${shopLink}/p/1`,
      place: Pick<AdLinkInput, "platform" | "placements"> = { platform: "snapchat", placements: [] },
    ) =>
      transact(makeContext(merchantId), (ctx) =>
        facade.upsertAdLink(ctx, {
          ad_id: adId,
          ad_group_id: "adg_1",
          campaign_id: "cmp_1",
          ...place,
          destination_url,
          name: "إعلان",
          project_name: "حملة",
        }),
      ),
    /** Follows a link; a click is counted when this resolves. */
    visit: async (
      id: string,
      headers: Record<string, string> = aPhone,
      method: "GET" | "HEAD" = "GET",
      query = "",
    ) => {
      const answer = await server.app.inject({ method, url: `/t/${id}${query}`, headers });
      if (answer.statusCode === 302) await rollUpClicks(db);
      return answer;
    },
    close: () => server.app.close(),
  };
}

export type TrackingHarness = Awaited<ReturnType<typeof openTrackingHarness>>;
