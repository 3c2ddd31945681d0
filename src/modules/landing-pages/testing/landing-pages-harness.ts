import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { frozenClock } from "#base/server/clock.ts";
import { type Driver, sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { makeTrackingFacade } from "#modules/tracking/server/tracking.facade.ts";
import type { LandingPage, PageDetails } from "../contract/landing-pages.calls.ts";
import type { Company } from "../domain/compose-seller.ts";
import { landingPagesJobs } from "../server/landing-pages.jobs.ts";
import { mountLandingPages } from "../server/landing-pages.routes.ts";
import { makePreviewLinks } from "../server/preview-links.ts";
import { mountPublicPages } from "../server/public.routes.ts";
import { publicationChannel } from "../server/publications.store.ts";

export const now = new Date("2026-11-21T09:00:00Z");
export const publicUrl = "https://rawaj.example";
export const productUrl = "https://lylak.sa/p/1?variant=5";

type WrittenDraft = Parameters<CampaignsFacade["createWrittenDraft"]>[1];
type Product = { id?: string; name?: string; url?: string | null; quantity?: number | null; status?: string };
export type LandingPagesHarness = Awaited<ReturnType<typeof landingPagesHarness>>;

/** The module on a real server and database, beside a store with one product and its orders. */
export async function landingPagesHarness() {
  const db: TestDb = await testDb();
  const clock = frozenClock(now.toISOString());
  const stores = makeStoresFacade();
  let picture: () => Promise<Buffer> = aPicture;
  const drafts: WrittenDraft[] = [];
  const running: { id: string; name: string; url: string }[] = [];
  const library = new Map<string, Buffer>();
  let company: Company | null = null;
  const received = new Map<string, () => void>();
  const driver: Pick<Driver, "listen"> = {
    listen: (channel, onMessage) =>
      db.driver.listen(channel, (payload) => {
        onMessage(payload);
        received.get(payload)?.();
      }),
  };
  const deps = {
    db,
    driver,
    stores,
    campaigns: {
      createWrittenDraft: async (_: unknown, input: WrittenDraft) => {
        drafts.push(input);
        return { id: `dft_${drafts.length}` };
      },
      listRunningTo: async (_: unknown, addresses: readonly string[]) =>
        running.filter(({ url }) => addresses.includes(url)),
    },
    media: {
      findMediaFile: async (_: unknown, id: string) => {
        const bytes = library.get(id);
        return bytes && { ...mediaFacts, id, bytes: bytes.length, open: async () => Readable.from([bytes]) };
      },
    },
    billing: { findCompany: async () => company },
    tracking: makeTrackingFacade({ trackingUrl: publicUrl, stores }),
    pictures: { readPicture: () => picture() },
    messages: await loadMessages(join(import.meta.dirname, "../../..")),
    previews: makePreviewLinks([Buffer.alloc(32, 7)]),
    publicUrl,
    worldClock: clock,
    systemClock: clock,
    log: makeLog("silent"),
  };
  const jobs = landingPagesJobs(deps);
  let flushVisits: () => Promise<void> = async () => {};
  const server: TestServer = await testServer(db, (app, http) => {
    mountLandingPages(app, http, deps);
    flushVisits = mountPublicPages(app, deps).flush;
  });
  await server.app.ready();
  let keys = 0;
  let signals = 0;
  /** A server tells of changes after they are made: one more of its notifications has come when the pages know all. */
  async function awaitChanges(): Promise<void> {
    signals += 1;
    const signal = `signal-${signals}`;
    const isReceived = new Promise<void>((resolve) => received.set(signal, resolve));
    await db.run(sql`select pg_notify(${publicationChannel}, ${signal})`);
    await isReceived;
    received.delete(signal);
  }

  const create = (body: object = {}, as = "mer_1") => {
    keys += 1;
    return server.call("POST Clients/LandingPages/pages", {
      as,
      key: `create-page-${keys}`,
      body: { product_id: "prd_1", language: "ar", ...body },
    });
  };
  async function aPage(body: object = {}): Promise<LandingPage> {
    const answer = await create(body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.envelope));
    return answer.data;
  }
  const act = (page: Pick<LandingPage, "id">, action: "publish" | "unpublish", as = "mer_1") =>
    server.call(`POST Clients/LandingPages/pages/${page.id}/${action}`, { as });

  return {
    db,
    server,
    stores,
    clock,
    library,
    /** The drafts of campaigns that were begun. */
    drafts,
    /** The campaigns that run, and where they lead. */
    running,
    /** What the store gives as the product's picture. */
    givePicture(given: () => Promise<Buffer>) {
      picture = given;
    },
    /** The merchant's company. */
    giveCompany(given: Company) {
      company = given;
    },
    flushVisits: () => flushVisits(),
    async reset() {
      await flushVisits();
      await db.reset();
      picture = aPicture;
      company = null;
      library.clear();
      drafts.length = 0;
      running.length = 0;
      await seedStore(db);
    },
    aProduct: (product: Product) => insertProduct(db, product),
    create,
    aPage,
    act,
    async aPublished(body: object = {}): Promise<LandingPage> {
      const { status, data, envelope } = await act(await aPage(body), "publish");
      if (status !== 200) throw new Error(JSON.stringify(envelope));
      return data;
    },
    load: async (id: string): Promise<PageDetails> =>
      (await server.call(`GET Clients/LandingPages/pages/${id}`, { as: "mer_1" })).data,
    /** Saves what `change` makes of the page's content. */
    async edit(id: string, change: (content: PageDetails["content"]) => object, as = "mer_1") {
      const { data } = await server.call(`GET Clients/LandingPages/pages/${id}`, { as: "mer_1" });
      const { revision, language, content, other_half } = data as PageDetails;
      return server.call(`PUT Clients/LandingPages/pages/${id}`, {
        as,
        body: { revision, language, content: { ...content, ...change(content) }, other_half },
      });
    },
    /** Begins to try out a half with this headline; null ends it. */
    async setOtherHalf(id: string, headline: string | null) {
      const { data } = await server.call(`GET Clients/LandingPages/pages/${id}`, { as: "mer_1" });
      const { revision, language, content } = data as PageDetails;
      const other_half = headline === null ? null : { ...content, headline };
      return server.call(`PUT Clients/LandingPages/pages/${id}`, {
        as: "mer_1",
        body: { revision, language, content, other_half },
      });
    },
    /** Runs the job of this name for mer_1. */
    async runJob(name: string, input: object = {}) {
      await jobs.find((job) => job.name === name)?.run({ merchant_id: "mer_1", ...input }, {} as never);
    },
    async open(path: string, headers: Record<string, string> = {}) {
      await awaitChanges();
      return server.app.inject({ method: "GET", url: path, headers });
    },
    async close() {
      await server.app.close();
      await db.close();
    },
  };
}

const mediaFacts = {
  kind: "image",
  mime: "image/png",
  file_name: "a.png",
  width: 1,
  height: 1,
  seconds: null,
} as const;

export const aPicture = (background = "#c45a32") =>
  sharp({ create: { width: 1_600, height: 1_600, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function seedStore(db: TestDb): Promise<void> {
  await db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status,
      connected_at, orders_read_to)
    values ('str_1', 'mer_1', 'salla', 'ext-1', 'ليلك', 'https://lylak.sa', 'lylak.sa', 'SAR', 'connected', ${now}, ${now})`);
  await insertProduct(db, {});
  await db.run(sql`
    insert into stores.orders (id, store_id, merchant_id, external_id, reference, placed_at, status, vendor_status,
      payment_method, is_cod, currency, total_halalas, listed_total, refunded_halalas, delivered_at, utm, coupon_codes,
      read_at, city_key)
    select 'ord_' || n, 'str_1', 'mer_1', 'o-' || n, 'r-' || n, ${new Date(now.getTime() - 10 * 86_400_000)},
      'delivered', 'delivered', 'cod', true, 'SAR', 24900, 24900, 0, ${new Date(now.getTime() - 7.5 * 86_400_000)}, '{}', '{}',
      ${now}, case when n <= 18 then 'riyadh' else 'jeddah' end
    from generate_series(1, 24) n`);
}

const insertProduct = (
  db: TestDb,
  { id = "prd_1", name = "عباية ليلك", url = productUrl, quantity = null, status = "on_sale" }: Product,
) =>
  db.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, name, search_text, url, image_url, price_halalas,
      regular_price_halalas, currency, quantity, status, read_at)
    values (${id}, 'str_1', 'mer_1', ${id}, ${name}, '', ${url}, 'https://cdn.lylak.sa/1.jpg', 24900, 29900, 'SAR',
      ${quantity}, ${status}, ${now})`);
