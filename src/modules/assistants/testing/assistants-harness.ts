import { frozenClock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { StreamLine } from "#base/shared/answer-kinds.ts";
import type { Envelope } from "#base/shared/envelope.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { LinkedAdAccount } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import { makeStockFacade } from "#modules/billing/server/stock/stock.facade.ts";
import type { DraftContent } from "#modules/campaigns/contract/draft-content.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { Plan, PlanItem } from "../contract/plan-shapes.ts";
import type { Answer, WriterItem } from "../contract/writer-shapes.ts";
import type { AssistantsDeps } from "../server/assistants.deps.ts";
import { mountAssistants } from "../server/assistants.routes.ts";
import { listEngines } from "../server/engines.ts";
import type { ServicePage } from "../server/service-page.port.ts";
import type { TextModel } from "../server/text-model.port.ts";

export const now = new Date("2026-11-21T09:00:00Z");
export const wordsPerDay = 1_000;

/** The module's calls over real HTTP on real stores, stock and drafts; `models` may be exchanged by a test. */
export async function openAssistants() {
  const db = await testDb();
  const systemClock = frozenClock(now.toISOString());
  const models: TextModel[] = [];
  const accounts: LinkedAdAccount[] = [];
  const web = fakeWeb();
  const deps: AssistantsDeps = {
    billing: makeStockFacade({ systemClock }),
    media: { addAdPicture: async (_ctx, { address, platform }) => web.readPicture(address, platform) },
    servicePages: { readPage: async (address) => web.readPage(address) },
    figures: makeFiguresFacade({ systemClock }),
    stores: makeStoresFacade(),
    // Only drafts.
    campaigns: makeCampaignsFacade({ stores: makeStoresFacade() } as unknown as Parameters<
      typeof makeCampaignsFacade
    >[0]),
    adAccounts: { listLinkedAdAccounts: async () => accounts },
    get engines() {
      return listEngines(models);
    },
    wordsPerDay,
    systemClock,
    log: makeLog("silent"),
  };
  const server = await testServer(db, (app, http) => mountAssistants(app, http, deps), systemClock);

  /** The lines of a streamed answer, and the envelope where it was refused. */
  async function write(body: object = {}, { as = "mer_1", path = "Clients/DigitalWriter/answers" } = {}) {
    const answer = await server.app.inject({
      method: "POST",
      url: `/${path}`,
      headers: { authorization: `Bearer test-session-of-${as}`, "x-app-language": "en" },
      payload: path.endsWith("answers") ? { ...aRequest(), ...body } : body,
    });
    const lines = answer.body
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StreamLine<WriterItem>);
    const items = lines.flatMap((line) => ("item" in line ? [line.item] : []));
    const refused = lines.find((line) => "error" in line) as Extract<Envelope<never>, { error: true }> & {
      code?: string;
    };
    const finished = items.find(({ kind }) => kind === "finished");
    return {
      status: answer.statusCode,
      items,
      code: refused?.code,
      answer: (finished as { answer: Answer } | undefined)?.answer as Answer,
    };
  }

  /** The items of a plan that is made, and the envelope where it was refused. */
  async function plan(body: object = {}, { as = "mer_1" } = {}) {
    const answer = await server.app.inject({
      method: "POST",
      url: "/Clients/CampaignPlanner/plans",
      headers: { authorization: `Bearer test-session-of-${as}`, "x-app-language": "en" },
      payload: { ...aPlanRequest(), ...body },
    });
    const lines = answer.body
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StreamLine<PlanItem>);
    const items = lines.flatMap((line) => ("item" in line ? [line.item] : []));
    const refused = lines.find((line) => "error" in line) as Extract<Envelope<never>, { error: true }> & {
      code?: string;
    };
    const finished = items.find((item) => item.kind === "finished");
    return {
      status: answer.statusCode,
      items,
      code: refused?.code,
      fields: Object.keys(refused?.fields ?? {}),
      plan: finished?.plan as Plan,
    };
  }

  return {
    db,
    deps,
    plan,
    server,
    models,
    accounts,
    web,
    systemClock,
    write,
    call: server.call,
    /** Words that can be used now, and those that are set aside. */
    async countWords(merchantId = "mer_1") {
      const { items } = await deps.billing.loadStock(testContext(db, merchantId, now));
      const stock = items.find(({ service }) => service === "writer_words");
      return { available: stock?.available_units ?? 0, reserved: stock?.quota?.reserved_units ?? 0 };
    },
    async dayWords(merchantId = "mer_1") {
      const row = await db.maybeOne<{ words: number }>(
        sql`select words from assistants.writer_days where merchant_id = ${merchantId}`,
      );
      return row?.words ?? 0;
    },
    async close() {
      await server.app.close();
      await db.close();
    },
  };
}
export type AssistantsHarness = Awaited<ReturnType<typeof openAssistants>>;

let keys = 0;
export function aRequest(more: object = {}) {
  keys += 1;
  return {
    request_key: `key-of-the-test-${keys}`,
    category: "ad_text",
    tongue: "saudi",
    tone: "warm",
    length: "medium",
    product_id: "prd_1",
    prompt: "",
    seed: 0,
    ...more,
  };
}

export function aPlanRequest() {
  keys += 1;
  return {
    request_key: `key-of-the-test-${keys}`,
    description: "عباية كريب للبنات في الرياض وجدة بميزانية 3,500 ريال لأسبوع",
    product_id: "prd_1",
    has_landing_page: true,
    platforms: ["snapchat", "meta", "tiktok"],
  };
}

export const anAccount = (platform: Platform): LinkedAdAccount => ({
  id: `aac_${platform}`,
  platform,
  name: "ليلك",
  organization_name: "ليلك",
  profile_name: "ليلك",
  profiles: [{ id: "prf_1", name: "ليلك" }],
  currency: "SAR",
  time_zone: "Asia/Riyadh",
  status: "linked" as const,
  issue: null,
  has_pixel: true,
});

export const listDrafts = (db: Db) =>
  db.many<{ id: string; content: DraftContent }>(sql`select id, content from campaigns.drafts order by id`);

/** Pages and pictures by their addresses, and what was read of them. */
function fakeWeb() {
  const pages = new Map<string, ServicePage>();
  const read: string[] = [];
  return {
    pages,
    read,
    readPage(address: string): ServicePage {
      read.push(address);
      const page = pages.get(address);
      if (!page) throw new AdapterFault("later", { reason: "no page" });
      return page;
    },
    /** As large as the platform takes them, as far as it says. */
    readPicture(address: string, platform: Platform) {
      read.push(address);
      const image = getCapabilities(platform)?.media.find(({ kind }) => kind === "image");
      return image && { id: `med_${platform}`, width: image.width ?? 1_080, height: image.height ?? 1_920 };
    },
  };
}

/** A connected store with one product, and orders that arrived within three days. */
export async function aStore({ db }: AssistantsHarness, merchantId = "mer_1", id = "1") {
  await db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status,
      connected_at, orders_read_to)
    values (${`str_${id}`}, ${merchantId}, 'salla', ${`ext-${id}`}, 'ليلك', 'https://lylak.sa', 'lylak.sa',
      'SAR', 'connected', ${now}, ${now})`);
  await db.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, name, search_text, url, image_url, price_halalas,
      regular_price_halalas, currency, quantity, status, read_at)
    values (${`prd_${id}`}, ${`str_${id}`}, ${merchantId}, 'p-1', 'عباية ليلك كريب', 'عبايه ليلك', 'https://lylak.sa/p/1', null,
      24900, 29900, 'SAR', null, 'on_sale', ${now})`);
  await db.run(sql`
    insert into stores.orders (id, store_id, merchant_id, external_id, reference, placed_at, status, vendor_status,
      payment_method, is_cod, currency, total_halalas, listed_total, refunded_halalas, delivered_at, utm, coupon_codes,
      read_at, city_key)
    select ${`ord_${id}_`} || n, ${`str_${id}`}, ${merchantId}, 'o-' || n, 'r-' || n, ${new Date(now.getTime() - 10 * 86_400_000)},
      'delivered', 'delivered', 'cod', true, 'SAR', 24900, 24900, 0, ${new Date(now.getTime() - 7.5 * 86_400_000)}, '{}', '{}',
      ${now}, case when n <= 18 then 'riyadh' else 'jeddah' end
    from generate_series(1, 24) n`);
}

type Script = {
  pieces?: readonly string[];
  fault?: Error;
  onPiece?: () => void;
  beforeNext?: () => Promise<void>;
};

/** A model that answers with these pieces, call after call. */
export function aModel(
  name: string,
  ...scripts: readonly Script[]
): TextModel & { requests: { instructions: string; input: string }[] } {
  const requests: { instructions: string; input: string }[] = [];
  return {
    name,
    requests,
    price: { inputMicroSar: 2, outputMicroSar: 10 },
    async *stream({ instructions, input, signal }) {
      const { pieces = [], fault, onPiece, beforeNext } = scripts[requests.length] ?? {};
      requests.push({ instructions, input });
      for (const piece of pieces) {
        yield piece;
        onPiece?.();
        await beforeNext?.();
        signal.throwIfAborted();
      }
      if (fault) throw fault;
      return { ending: "complete" as const, usage: { input: 100, output: 50 } };
    },
  };
}

export const twoVersions = JSON.stringify({
  versions: [
    { headline: "عباية ليلك", body: "من دوامك لعزيمتك بـ249 ريال." },
    { headline: "ليلك لك", body: "توصلك خلال 3 أيام." },
  ],
});
