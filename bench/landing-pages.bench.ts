import { join } from "node:path";
import type { Driver } from "#base/server/db/db.ts";
import { loadMessages } from "#base/server/messages.ts";
import { composeBlocks } from "#modules/landing-pages/domain/compose-blocks.ts";
import { makeContent } from "#modules/landing-pages/domain/default-content.ts";
import { renderPage } from "#modules/landing-pages/domain/render-page.ts";
import { alternate, formatComparison } from "./kit/alternate.ts";
import { openEmbedded } from "./kit/database.ts";
import { type LoadPlan, measureRate } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, informational, type Pace, type Report } from "./kit/report.ts";
import { phone } from "./kit/seed-links.ts";

const slug = "bench-page";

/** A published landing page, beside a server that sends the same bytes from memory. */
export async function landingPages(pace: Pace): Promise<Report> {
  const folder = makeTempFolder();
  const driver = await openEmbedded(folder);
  await seedPage(driver);
  await driver.close();
  const product = await startProduct({ DATABASE_URL: "", DATA_DIR: folder });
  const floor = await startServer(
    "bench/baseline-landing-page.ts",
    { PAGE_FROM: `${product.url}/p/${slug}` },
    `/p/${slug}`,
  );
  const same = await compare(product, floor, pace, "");
  const own = await compare(product, floor, pace, "?utm_source=snapchat&rwj=bench{n}&ScCid=x.1");
  await floor.stop();
  await product.stop();
  return {
    title: "Landing pages",
    setting:
      "`GET /p/{slug}` of the whole product on embedded storage, each view counted, beside `bench/baseline-landing-page.ts`: bare " +
      "Fastify that sends the same bytes from memory. Gzip, 64 connections; every answer checked to be a 200. A visit that carries " +
      "a click id gets a page of its own, compressed for it, which the floor does not do.",
    findings: [
      atLeast("Visits that carry nothing", formatComparison(same, "/s"), same.ratio, 0.5),
      informational("Visits with a click id", formatComparison(own, "/s"), `${own.ratio.toFixed(2)}x`),
    ],
    raw: { same, own },
  };
}

const compare = (product: Program, floor: Program, { rounds, roundSeconds }: Pace, query: string) => {
  const plan = ({ port }: Program): LoadPlan => ({
    port,
    path: `/p/${slug}${query}`,
    from: 1,
    count: 100_000,
    headers: { ...phone, "accept-encoding": "gzip" },
    expect: 200,
    connections: 64,
    seconds: roundSeconds,
  });
  return alternate(
    rounds,
    () => measureRate(plan(product)),
    () => measureRate(plan(floor)),
  );
};

async function seedPage(driver: Driver): Promise<void> {
  const messages = await loadMessages(join(import.meta.dirname, "../src"));
  const content = makeContent({ headline: "عباية لكل يوم", introduction: "كريب خفيف لا يشف ولا يتكسر." });
  const facts = {
    language: "ar",
    product: { name: "عباية ليلك", price_halalas: 24_900, currency: "SAR", is_sold_out: false },
    store: { name: "ليلك" },
    units_sold: 412,
    top_cities: [{ ar: "الرياض", en: "Riyadh" }],
    delivery_days: 3,
    has_cash_on_delivery: true,
  } as const;
  const html = renderPage({
    slug,
    language: "ar",
    storeName: "ليلك",
    colors: content.colors,
    seller: [],
    pictures: new Map(),
    ...composeBlocks(content, facts, (key, params) =>
      messages.translate("ar", `landing_pages:page.${key}`, params),
    ),
  });
  await driver.query("insert into landing_pages.addresses values ($1, 'mer_bench', 'lpg_bench')", [slug]);
  await driver.query(
    `insert into landing_pages.pages (merchant_id, id, slug, language, product_id, product_name, headline, introduction,
       blocks, colors, status, created_at, updated_at)
     values ('mer_bench', 'lpg_bench', $1, 'ar', 'prd_bench', '', '', '', $2::jsonb, $3::jsonb, 'published', now(), now())`,
    [slug, JSON.stringify(content.blocks), JSON.stringify(content.colors)],
  );
  await driver.query(
    `insert into landing_pages.publications (merchant_id, page_id, html, order_url, revision, published_at)
     values ('mer_bench', 'lpg_bench', $1, 'https://shop.example/p/1', 1, now())`,
    [html],
  );
}
