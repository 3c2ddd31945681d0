import { frozenClock } from "#base/server/clock.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { withoutReplica } from "#base/server/db/read-replica.ts";
import type { Contact, HashedContact } from "#base/server/hashed-contact.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { makeVault } from "#base/server/secrets.ts";
import { testContext } from "#base/testing/context.ts";
import type { TestDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type {
  ConversionEvent,
  ConversionOutcome,
  ConversionReceipt,
} from "#modules/ad-accounts/server/conversion-receiver.port.ts";
import { makeOrderContacts } from "#modules/stores/server/order-contacts.ts";
import { recordOrder } from "#modules/stores/server/record-order.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { anOrder } from "#modules/stores/testing/fake-platform.ts";
import { makeClickRecorder } from "#modules/tracking/server/click-recorder.ts";
import { openDomainCache } from "#modules/tracking/server/domain-cache.ts";
import { openIpCities } from "#modules/tracking/server/ip-cities/open-ip-cities.ts";
import { openLinkCache } from "#modules/tracking/server/link-cache.ts";
import { makeMonths } from "#modules/tracking/server/make-months.ts";
import { makePageOpenings } from "#modules/tracking/server/page-openings.ts";
import { mountRedirect } from "#modules/tracking/server/redirect.routes.ts";
import { makeTrackingFacade } from "#modules/tracking/server/tracking.facade.ts";
import { trackingSubscriptions } from "#modules/tracking/server/tracking.subscriptions.ts";
import type { ConversionsDeps } from "../server/conversions.deps.ts";
import { conversionsJobs, enqueueDue } from "../server/conversions.jobs.ts";
import { mountConversions } from "../server/conversions.routes.ts";
import { conversionsSubscriptions } from "../server/conversions.subscriptions.ts";
import { withdrawLists } from "../server/withdraw-lists.ts";

const log = makeLog("silent");
const shopLink = "https://shop.example/ar";
const aPhone = {
  "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
  "accept-language": "ar-SA",
};

type Account = { id: string; platform: Platform; has_pixel: boolean; merchantId: string };

/** The module as the product composes it, with the real stores and tracking, and platforms that a test plays. */
export async function openConversionsHarness(db: TestDb) {
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const systemClock = frozenClock("2026-11-21T09:00:00Z");
  const vault = makeVault([{ id: "test", key: Buffer.alloc(32, 7) }]);
  const contacts = makeOrderContacts({ vault, contactKey: Buffer.alloc(32, 9) });
  const stores = { ...makeStoresFacade(), ...contacts.facade };
  const tracking = makeTrackingFacade({ stores, trackingUrl: "https://go.example" });
  const accounts: Account[] = [];
  /** The platforms' customer lists, by their names. */
  const lists = new Map<string, Set<string>>();
  const sent: { adAccountId: string; events: readonly ConversionEvent[] }[] = [];
  const plan = {
    answer: (events: readonly ConversionEvent[]): ConversionOutcome[] =>
      events.map(() => ({ outcome: "accepted" })),
    receipt: { status: "processing" } as ConversionReceipt,
    quality: 7.5 as number | null,
    /** Called before each reading and each deletion of a customer list. */
    listCall: () => {},
  };
  const present = ({ id, platform, has_pixel }: Account) => ({
    id,
    platform,
    has_pixel,
    name: `حساب ${id}`,
    organization_name: "",
    profile_name: null,
    profiles: [],
    currency: "SAR",
    time_zone: "Asia/Riyadh",
    status: "linked" as const,
    issue: null,
  });
  const adAccounts = {
    findLinkedAdAccount: async ({ actor }: ReadContext, id: string) => {
      const found = accounts.find((one) => one.id === id && one.merchantId === actor.merchantId);
      return found ? present(found) : null;
    },
    listLinkedAdAccounts: async ({ actor }: ReadContext) =>
      accounts.filter(({ merchantId }) => merchantId === actor.merchantId).map(present),
    bindAdPlatform: (_merchantId: string, adAccountId: string) => ({
      sendConversions: async (events: readonly ConversionEvent[]) => {
        sent.push({ adAccountId, events });
        return plan.answer(events);
      },
      readReceipt: async () => plan.receipt,
      readMatchQuality: async () => plan.quality,
      ensureCustomerList: async (name: string) => {
        plan.listCall();
        if (!lists.has(name)) lists.set(name, new Set());
        return name;
      },
      addCustomers: async (id: string, contacts: readonly HashedContact[]) => {
        for (const contact of contacts) lists.get(id)?.add(JSON.stringify(contact));
      },
      removeCustomers: async (id: string, contacts: readonly HashedContact[]) => {
        for (const contact of contacts) lists.get(id)?.delete(JSON.stringify(contact));
      },
      deleteCustomerList: async (id: string) => {
        plan.listCall();
        lists.delete(id);
      },
    }),
  } as unknown as ConversionsDeps["adAccounts"];
  const deps: ConversionsDeps = { db, log, vault, systemClock, worldClock, stores, tracking, adAccounts };
  const jobs = makeJobQueue({ driver: db.driver, log, jobs: conversionsJobs(deps) });
  await jobs.prepare();
  await makeMonths(db, { now: worldClock.now() });
  const links = await openLinkCache({
    driver: db.driver,
    replica: withoutReplica(db),
    systemClock: { now: () => new Date() },
    log,
  });
  const domains = await openDomainCache({ db, driver: db.driver, log });
  const clicks = makeClickRecorder(db, () => {});
  const server = await testServer(
    db,
    (app, http) => {
      mountConversions(app, http, deps);
      mountRedirect(app, {
        links,
        clicks,
        domains,
        openings: makePageOpenings({ db, links }),
        cities: openIpCities(),
        worldClock,
        addressKey: Buffer.alloc(32, 5),
        visitorKey: Buffer.alloc(32, 6),
        isSecure: false,
      });
    },
    worldClock,
  );
  const relay = makeOutboxRelay({
    db,
    log,
    worldClock,
    subscriptions: [
      ...jobs.subscriptions,
      ...trackingSubscriptions({ stores }),
      ...conversionsSubscriptions(deps),
    ],
  });
  const makeContext = (merchantId = "mer_1") => testContext(db, merchantId, worldClock.now());

  return {
    server,
    worldClock,
    systemClock,
    sent,
    lists,
    plan,
    makeContext,
    /** What an erasure of the account does about the lists. */
    withdrawLists: withdrawLists(deps),
    addStore: (merchantId = "mer_1") =>
      db.run(sql`
        insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status,
          connected_at)
        values (${`sto_${merchantId}`}, ${merchantId}, 'salla', ${merchantId}, 'متجر', ${shopLink}, 'shop.example',
          'SAR', 'connected', now())`),
    addAccount: (id: string, platform: Platform, { has_pixel = true, merchantId = "mer_1" } = {}) =>
      void accounts.push({ id, platform, has_pixel, merchantId }),
    /** An order as its store reports it now. */
    async order(
      { contact, ...change }: Parameters<typeof anOrder>[0] & { contact?: Contact } = {},
      merchantId = "mer_1",
    ) {
      const order = anOrder({ placedAt: worldClock.now(), ...change });
      await transact(makeContext(merchantId), async (ctx) => {
        const readAt = systemClock.now();
        const orderId = await recordOrder(ctx, `sto_${merchantId}`, { order, readAt });
        if (orderId && contact) await contacts.save(ctx, orderId, contact);
      });
    },
    /** A click on an ad of this platform, with what the platform adds to the link; returns our click id. */
    async click(platform: Platform, query: string, merchantId = "mer_1") {
      const link = await transact(makeContext(merchantId), (ctx) =>
        tracking.upsertAdLink(ctx, {
          ad_id: `ad_${platform}`,
          ad_group_id: "adg_1",
          campaign_id: "cmp_1",
          platform,
          placements: [],
          destination_url: `${shopLink}/p/1`,
          name: "إعلان",
          project_name: "حملة",
        }),
      );
      const url = `/t/${link.id}?${query}`;
      const { headers } = await server.app.inject({ method: "GET", url, headers: aPhone });
      return new URL(String(headers.location)).searchParams.get("rwj");
    },
    /** Delivers all events, then runs a round of the jobs, and the jobs that those enqueue. */
    async settle() {
      await relay.settle();
      await relay.settle();
      await enqueueDue({ systemClock })(db);
      await relay.settle();
      await jobs.settle();
      await relay.settle();
      await jobs.settle();
    },
    async close() {
      await jobs.stop();
      await server.app.close();
    },
  };
}

export type ConversionsHarness = Awaited<ReturnType<typeof openConversionsHarness>>;
