import { brotliDecompressSync, gunzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import type { LandingPage } from "../contract/landing-pages.calls.ts";
import ar from "../messages/ar.json" with { type: "json" };
import {
  type LandingPagesHarness,
  landingPagesHarness,
  now,
  productUrl,
  publicUrl,
} from "../testing/landing-pages-harness.ts";

let pages: LandingPagesHarness;
beforeAll(async () => {
  pages = await landingPagesHarness();
});
afterAll(() => pages.close());
beforeEach(() => pages.reset());

const open: LandingPagesHarness["open"] = (...input) => pages.open(...input);
/** As a browser reads it. */
const decode = (text: string) => text.replaceAll("&amp;", "&");
const orderLinks = (html: string) =>
  [...html.matchAll(/<a class="order" href="([^"]*)"/g)].map(([, href = ""]) => decode(href));

describe("a landing page", () => {
  it("is made of the store's facts alone, and is read signed out once it is published", async () => {
    const page = await pages.aPage();
    expect(page).toMatchObject({ status: "draft", published_at: null, url: `${publicUrl}/p/${page.slug}` });
    expect((await open(`/p/${page.slug}`)).statusCode).toBe(410);

    expect((await pages.act(page, "publish")).data).toMatchObject({ status: "published" });
    const { statusCode, body, headers } = await open(`/p/${page.slug}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<html lang="ar" dir="rtl">');
    for (const text of ["عباية ليلك", "249 ريال", "خلال 3 أيام", "الرياض وجدة", "عند الاستلام"])
      expect(body.replaceAll(/[\u2066-\u2069]/g, "")).toContain(text);
    // A lowered price needs a licence.
    expect(body).not.toContain("299");
    // Nothing is known of its sales, and so nothing is said.
    expect(body).not.toContain(ar.page.proof_other);
    expect(body).not.toContain("<script");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none';.*style-src 'sha256-/);
    expect(headers["content-security-policy"]).not.toContain("unsafe");
  });

  it("names who sells at its foot, and follows what the merchant changes of it", async () => {
    const { slug } = await pages.aPublished();
    expect((await open(`/p/${slug}`)).body).not.toContain('class="seller"');
    const company = { name: "مؤسسة ليلك <أزياء>", registration_number: "1010654321", contact_phone: "" };
    pages.giveCompany({ ...company, contact_email: "care@lylak.sa" });
    await pages.runJob("landing-pages-redraw");
    const { body } = await open(`/p/${slug}`);
    const foot = body.slice(body.indexOf('<footer class="seller">'));
    for (const text of ["مؤسسة ليلك &lt;أزياء&gt;", "1010654321", "care@lylak.sa"])
      expect(foot).toContain(text);
    expect(foot).not.toContain(ar.page.seller.phone);
  });

  it("leaves out what the store's records do not say", async () => {
    await pages.db.run(sql`delete from stores.orders`);
    const { body } = await open(`/p/${(await pages.aPublished({ language: "en" })).slug}`);
    expect(body).toContain('<html lang="en" dir="ltr">');
    for (const left of ['class="card proof"', 'class="card delivery"', "on delivery"])
      expect(body).not.toContain(left);
  });

  it("shows the store's picture in two sizes and two formats, with its width and height", async () => {
    const { slug } = await pages.aPublished();
    const { body } = await open(`/p/${slug}`);
    expect(body).toMatch(/<img [^>]*width="1080" height="1080"/);
    const addresses = [...new Set(body.match(/\/p\/[^ ,"]*\/pictures\/[^ ,"]*/g))];
    expect(addresses.map((address) => address.split("/").at(-1)).sort()).toEqual([
      "1080.avif",
      "1080.webp",
      "480.avif",
      "480.webp",
    ]);
    for (const address of addresses) {
      const { statusCode, headers, rawPayload } = await open(address);
      expect([statusCode, headers["content-type"]]).toEqual([200, `image/${address.split(".").at(-1)}`]);
      expect((await sharp(rawPayload).metadata()).width).toBe(Number(/(\d+)\.\w+$/.exec(address)?.[1]));
    }
  });

  it("is published without a picture where the store gives none, or one that holds a script", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const given of [
      Promise.reject(new AdapterFault("later", { reason: "down" })),
      Promise.resolve(svg),
    ]) {
      given.catch(() => {});
      pages.givePicture(() => given);
      expect((await open(`/p/${(await pages.aPublished()).slug}`)).body).not.toContain("<img");
    }
  });

  it("reads its picture before it is published, for the preview", async () => {
    const page = await pages.aPage({ headline: "لكل يوم" });
    await pages.runJob("landing-pages-read-picture", { page_id: page.id });
    const { statusCode, body, headers } = await open(page.preview_url);
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(body).toContain("<h1>لكل يوم</h1>");
    expect(body).toContain("/1080.webp");
    expect((await open(page.preview_url.slice(0, -2))).statusCode).toBe(404);
    const other = await pages.aPage();
    expect((await open(page.preview_url.replace(page.slug, other.slug))).statusCode).toBe(404);
  });

  it("says that it is closed once it is unpublished, and is an address of nothing elsewhere", async () => {
    const page = await pages.aPublished();
    await open(`/p/${page.slug}`);
    expect((await pages.act(page, "unpublish")).data).toMatchObject({
      status: "unpublished",
      published_at: null,
    });
    const closed = await open(`/p/${page.slug}`);
    expect(closed.statusCode).toBe(410);
    expect(closed.body).toContain(ar.page.closed.title);
    expect((await open(`/p/${page.slug}/go`)).statusCode).toBe(410);
    for (const path of ["/p/unknown-page", "/p/UPPER", "/p/..%2f..", "/p/x/pictures/0/1.webp"])
      expect((await open(path)).statusCode, path).toBe(404);
  });

  it("shows a change to visitors when it is published again", async () => {
    const page = await pages.aPublished();
    const changed = await pages.edit(page.id, () => ({ headline: "عباية الدوام" }));
    expect(changed.data).toMatchObject({ has_unpublished_changes: true, headline: "عباية الدوام" });
    expect((await open(`/p/${page.slug}`)).body).not.toContain("عباية الدوام");
    await pages.act(page, "publish");
    expect((await open(`/p/${page.slug}`)).body).toContain("<h1>عباية الدوام</h1>");
  });

  it("is not overwritten by a tab that shows an older revision", async () => {
    const page = await pages.aPage();
    const { content } = await pages.load(page.id);
    const save = (headline: string) =>
      pages.server.call(`PUT Clients/LandingPages/pages/${page.id}`, {
        as: "mer_1",
        body: { revision: page.revision, language: "ar", content: { ...content, headline } },
      });
    expect((await save("الأول")).status).toBe(200);
    expect(await save("الثاني")).toMatchObject({
      status: 409,
      envelope: { messages: [expect.stringContaining("another tab")] },
    });
  });

  it("has no order button while its product is sold out", async () => {
    await pages.aProduct({ id: "prd_2", quantity: 0, status: "out_of_stock" });
    const { body } = await open(`/p/${(await pages.aPublished({ product_id: "prd_2" })).slug}`);
    expect(orderLinks(body)).toEqual([]);
    expect(body).toContain(ar.page.sold_out);
  });
});

describe("a page is refused", () => {
  it("for a product that the store gives no web address, or an address that is no page", async () => {
    for (const [index, url] of [null, "javascript:alert(1)", "data:text/html,x"].entries()) {
      await pages.aProduct({ id: `prd_bad_${index}`, url });
      expect(await pages.create({ product_id: `prd_bad_${index}` }), String(url)).toMatchObject({
        status: 422,
        envelope: { fields: { product_id: [expect.any(String)] } },
      });
    }
  });

  it("for a product that is gone, and for another merchant's", async () => {
    await pages.aProduct({ id: "prd_3", status: "gone" });
    expect((await pages.create({ product_id: "prd_3" })).status).toBe(409);
    expect((await pages.create({}, "mer_2")).status).toBe(404);
  });

  it("past the hundredth", async () => {
    await pages.db.run(sql`
      insert into landing_pages.pages (merchant_id, id, slug, language, product_id, product_name, headline, introduction,
        blocks, colors, status, created_at, updated_at)
      select 'mer_1', 'lpg_' || n, 'page-' || n, 'ar', 'prd_1', '', '', '', '[]', '{}', 'draft', ${now}, ${now}
      from generate_series(1, 100) n`);
    expect((await pages.create()).status).toBe(409);
  });
});

it("another merchant neither lists nor changes a page", async () => {
  const page = await pages.aPublished();
  const list = await pages.server.call("GET Clients/LandingPages/pages", { as: "mer_2" });
  expect(list.data).toEqual({ items: [], next: null });
  expect((await pages.act(page, "unpublish", "mer_2")).status).toBe(404);
  expect((await pages.act(page, "publish", "mer_2")).status).toBe(404);
});

it("pages are listed by cursor, the newest first", async () => {
  const made = [];
  for (let nth = 0; nth < 3; nth += 1) made.unshift((await pages.aPage()).id);
  const list = async (after?: string): Promise<{ items: LandingPage[]; next: string | null }> =>
    (
      await pages.server.call("GET Clients/LandingPages/pages", {
        as: "mer_1",
        query: { size: "2", ...(after ? { after } : {}) },
      })
    ).data;
  const first = await list();
  const second = await list(first.next ?? "");
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
  expect(second.next).toBeNull();
});

describe("the order button", () => {
  const tags =
    "utm_source=snapchat&utm_medium=paid_social&utm_campaign=48210377&utm_term=abc_-123&rwj=abc_-123";

  it("carries the ad's tags and click id to the product's page, behind the page's own parameters", async () => {
    const { slug } = await pages.aPublished();
    const { body } = await open(`/p/${slug}?${tags}&ScCid=x.1`);
    const links = orderLinks(body);
    expect(new Set(links)).toEqual(new Set([`/p/${slug}/go?${tags}&ScCid=x.1`]));
    const { statusCode, headers } = await open(links[0] ?? "");
    expect([statusCode, headers.location]).toEqual([302, `${productUrl}&${tags}&ScCid=x.1`]);
  });

  it("leads to the product's page where a visit carries nothing", async () => {
    const { slug } = await pages.aPublished();
    expect((await open(`/p/${slug}/go?to=https://evil.example`)).headers.location).toBe(productUrl);
  });

  it("the merchant's links may lead to the page, and no other merchant's may", async () => {
    const { url } = await pages.aPage();
    const hosts = (merchant: string) =>
      pages.stores.listRegisteredHosts(testContext(pages.db, merchant, now));
    expect(await hosts("mer_1")).toEqual(["https://lylak.sa", url]);
    expect(await hosts("mer_2")).toEqual([]);
  });
});

describe("what a merchant, a store or a visitor writes is text", () => {
  const attacks = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><svg onload=alert(1)>",
    "' onmouseover='alert(1)",
    "</style><style>body{display:none}</style>",
    "<query>",
    "&lt;script&gt;",
    "javascript:alert(1)",
  ];
  it.each(attacks)("in the headline, the introduction and the product's name: %s", async (attack) => {
    await pages.aProduct({ id: "prd_4", name: attack });
    await pages.db.run(sql`update stores.stores set name = ${attack}`);
    const plain = (await open(`/p/${(await pages.aPublished()).slug}`)).body;
    for (const texts of [{ product_id: "prd_4" }, { headline: attack, introduction: attack }]) {
      const { body } = await open(`/p/${(await pages.aPublished(texts)).slug}`);
      expect(countTags(body)).toEqual({
        ...countTags(plain),
        ...(body.includes('class="lead"') ? { p: (countTags(plain).p ?? 0) + 1 } : {}),
      });
      // No attribute but those of the page: what stands inside quotes is text.
      expect(body.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/);
      expect(orderLinks(body).every((link) => /^\/p\/[a-z0-9-]+\/go$/.test(link))).toBe(true);
    }
  });

  it.each([
    'utm_source="><script>alert(1)</script>',
    "utm_source=a%0d%0aset-cookie:x=1%22",
    "rwj=a&rwj=b'onclick=",
    "next=javascript:alert(1)&redirect=//evil.example",
    "utm_campaign=<query>",
    `utm_term=${"a".repeat(401)}`,
    "__proto__=x&constructor=y",
  ])("in a visit's query: %s", async (query) => {
    const { slug } = await pages.aPublished();
    const { body } = await open(`/p/${slug}?${encodeURI(decodeURI(query))}`);
    expect(body).not.toMatch(/<script|onclick|<query>|javascript:|evil\.example|__proto__/);
    const { headers } = await open(`/p/${slug}/go?${encodeURI(decodeURI(query))}`);
    expect(String(headers.location)).toMatch(/^https:\/\/lylak\.sa\/p\/1\?variant=5/);
    expect(String(headers.location)).not.toMatch(/[\r\n"<>']/);
  });
});

describe("a page's bytes", () => {
  it("are compressed for whoever takes it, and are not sent again when they are known", async () => {
    const { slug } = await pages.aPublished();
    const plain = await open(`/p/${slug}`);
    const brotli = await open(`/p/${slug}`, { "accept-encoding": "gzip, deflate, br" });
    const gzip = await open(`/p/${slug}`, { "accept-encoding": "gzip, br;q=0" });
    const visit = await open(`/p/${slug}?rwj=abc`, { "accept-encoding": "gzip, br" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(visit.rawPayload).toString()).toBe(plain.body.replaceAll('/go"', '/go?rwj=abc"'));
    expect(visit.headers["cache-control"]).toContain("private");
    expect(new Set([plain, brotli, gzip, visit].map(({ headers }) => headers.etag)).size).toBe(4);
    const again = await open(`/p/${slug}`, { "if-none-match": String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });
});

function countTags(html: string): Record<string, number> {
  const tags: Record<string, number> = {};
  for (const [, name = ""] of html.matchAll(/<([a-z][a-z0-9]*)/g)) tags[name] = (tags[name] ?? 0) + 1;
  return tags;
}
