import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { makeLocalStorage } from "#adapters/object-storage/local/local-storage.ts";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { makeSignedLinks } from "#base/server/http/signed-links.ts";
import { makeLog } from "#base/server/log.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { makeStockFacade } from "#modules/billing/server/stock/stock.facade.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { makeCreativeFacade } from "#modules/creative/server/creative.facade.ts";
import { noPictures } from "#modules/creative/testing/no-pictures.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { DesignerDeps } from "../server/designer.deps.ts";
import { mountDesigner } from "../server/designer.routes.ts";
import { makeSizeDrawer } from "../server/draw-size.ts";
import type { PictureModel } from "../server/picture-model.port.ts";

export const now = new Date("2026-11-21T09:00:00Z");

/** The module's calls over real HTTP on real stores, stock and library; `photograph` is what every address answers. */
export async function openDesigner() {
  const db = await testDb();
  const folder = await mkdtemp(join(tmpdir(), "rawaj-designer-"));
  const storage = makeLocalStorage(folder);
  const systemClock = frozenClock(now.toISOString());
  const links = makeSignedLinks("a secret of this test", systemClock);
  const web = { photograph: await aPhotograph(), reads: 0 };
  const pictureModels: PictureModel[] = [];
  const deps: DesignerDeps = {
    billing: makeStockFacade({ systemClock }),
    stores: makeStoresFacade(),
    // Only drafts.
    campaigns: makeCampaignsFacade({} as Parameters<typeof makeCampaignsFacade>[0]),
    media: makeCreativeFacade({ storage, quotaBytes: 100_000_000, pictures: noPictures }),
    storage,
    pictures: {
      async readPicture(address) {
        web.reads += 1;
        if (!address.startsWith("https://lylak.sa/"))
          throw new AdapterFault("later", { reason: "nothing there" });
        return web.photograph;
      },
    },
    pictureModels,
    backgroundsPerDay: 3,
    drawer: makeSizeDrawer(),
    systemClock,
    log: makeLog("silent"),
  };
  const server = await testServer(
    db,
    (app, http) => mountDesigner(app, { ...http, links }, deps),
    systemClock,
  );
  return {
    db,
    deps,
    pictureModels,
    web,
    server,
    call: server.call,
    /** Pictures that can be made now, and those that are set aside. */
    async countPictures(merchantId = "mer_1") {
      const { items } = await deps.billing.loadStock(testContext(db, merchantId, now));
      const stock = items.find(({ service }) => service === "designer_pictures");
      return { available: stock?.available_units ?? 0, reserved: stock?.quota?.reserved_units ?? 0 };
    },
    /** The bytes at an address that an `<img>` opens, without a session. */
    async open(url: string) {
      const { statusCode, rawPayload, headers } = await server.app.inject({ method: "GET", url });
      return { status: statusCode, bytes: rawPayload, type: headers["content-type"] };
    },
    async close() {
      await server.app.close();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type DesignerHarness = Awaited<ReturnType<typeof openDesigner>>;

/** A photograph with something in its middle. */
export function aPhotograph(): Promise<Buffer> {
  const thing = Buffer.from(
    `<svg width="300" height="500"><rect width="300" height="500" rx="40" fill="#7a4a22"/></svg>`,
  );
  return sharp({ create: { width: 900, height: 900, channels: 3, background: "#e9e2d6" } })
    .composite([{ input: thing }])
    .jpeg()
    .toBuffer();
}

let keys = 0;
export function aRequest(more: object = {}) {
  keys += 1;
  return {
    request_key: `key-of-the-test-${keys}`,
    count: 3,
    product_id: "prd_1",
    headline: "ليلك أخف من ليلك",
    style: "calm",
    placements: ["square"],
    ...more,
  };
}

/** A connected store with a product that has a picture, `prd_1`, and one that has none, `prd_2`. */
export async function aStore({ db }: Pick<DesignerHarness, "db">, merchantId = "mer_1", id = "") {
  await db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status,
      connected_at, orders_read_to)
    values (${`str_1${id}`}, ${merchantId}, 'salla', ${`ext-${id}`}, 'ليلك', 'https://lylak.sa', 'lylak.sa',
      'SAR', 'connected', ${now}, ${now})`);
  await db.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, name, search_text, url, image_url, price_halalas,
      regular_price_halalas, currency, quantity, status, read_at)
    select ${"prd_"} || n || ${id}, ${`str_1${id}`}, ${merchantId}, 'p-' || n, 'عباية ليلك كريب', 'عبايه ليلك',
      'https://lylak.sa/p/1', case when n = 1 then 'https://lylak.sa/p/1.jpg' end, 24900, 29900, 'SAR', null, 'on_sale',
      ${now}
    from generate_series(1, 2) n`);
}
