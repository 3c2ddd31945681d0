import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
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

const call = (name: string, body?: object, as = "mer_1") =>
  pages.server.call(name, { as, ...(body ? { body } : {}), key: `key-${Math.random()}` });
const path = ({ id }: { id: string }, rest = "") => `Clients/LandingPages/pages/${id}${rest}`;
const setSlug = (page: { id: string }, slug: string, as = "mer_1") =>
  call(`PUT ${path(page, "/slug")}`, { slug }, as);
type PageVersion = { number: number; is_published: boolean; preview_url: string };
const listVersions = async (page: { id: string }): Promise<PageVersion[]> =>
  ((await call(`GET ${path(page, "/versions")}`)).data as { items: PageVersion[] }).items;
const title = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)?.[1];

it("names the running campaigns that lead to it, by the address it has or one it had", async () => {
  const page = await pages.aPublished();
  const url = (slug: string) => `${publicUrl}/p/${slug}`;
  pages.running.push({ id: "cmp_1", name: "عجوة", url: url(page.slug) });
  await setSlug(page, "honey-of-sidr");
  pages.running.push({ id: "cmp_2", name: "عسل", url: url("honey-of-sidr") });
  pages.running.push({ id: "cmp_3", name: "غيرها", url: url("another") });
  const { data } = await call(`GET ${path(page, "/campaigns")}`);
  expect(data).toMatchObject({ items: [{ id: "cmp_1" }, { id: "cmp_2" }] });
  expect((await call(`GET ${path(page, "/campaigns")}`, undefined, "mer_2")).status).toBe(404);
});

describe("a page's versions", () => {
  async function published(...headlines: string[]): Promise<LandingPage> {
    const page = await pages.aPage();
    for (const headline of headlines) {
      await pages.edit(page.id, () => ({ headline }));
      await pages.act(page, "publish");
    }
    return page;
  }

  it("are kept each time it is published after a change, and only then", async () => {
    const page = await published("الأولى", "الثانية", "الثانية");
    await pages.act(page, "publish");
    const versions = await listVersions(page);
    expect(versions.map(({ number, is_published }) => [number, is_published])).toEqual([
      [2, true],
      [1, false],
    ]);
    const shown = await Promise.all(versions.map(({ preview_url }) => pages.open(preview_url)));
    expect(shown.map(({ body }) => title(body))).toEqual(["الثانية", "الأولى"]);
    expect((await pages.open(`${versions[0]?.preview_url}0`)).statusCode).toBe(404);
  });

  it("become the draft again, and visitors see it once it is published", async () => {
    const page = await published("الأولى", "الثانية");
    const { revision } = await pages.load(page.id);
    const restored = await call(`POST ${path(page, "/versions/1/restore")}`, { revision });
    expect(restored.data).toMatchObject({ headline: "الأولى", has_unpublished_changes: true });
    expect(title((await pages.open(`/p/${page.slug}`)).body)).toBe("الثانية");
    await pages.act(page, "publish");
    expect(title((await pages.open(`/p/${page.slug}`)).body)).toBe("الأولى");
    expect((await call(`POST ${path(page, "/versions/1/restore")}`, { revision })).status).toBe(409);
    expect((await call(`POST ${path(page, "/versions/9/restore")}`, { revision })).status).toBe(404);
  });
});

describe("a page's own address", () => {
  it("is where it is read, and the old one leads there with the ad's click id", async () => {
    const { id, slug } = await pages.aPublished();
    await pages.open(`/p/${slug}`);
    expect((await setSlug({ id }, "lilac-abaya")).data).toMatchObject({ url: `${publicUrl}/p/lilac-abaya` });
    const { body } = await pages.open("/p/lilac-abaya");
    expect(body).toContain('href="/p/lilac-abaya/go"');
    expect(body).not.toContain(slug);
    const old = await pages.open(`/p/${slug}?rwj=abc&next=x`);
    expect([old.statusCode, old.headers.location]).toEqual([302, "/p/lilac-abaya?rwj=abc"]);
    expect((await pages.open(`/p/${slug}/go`)).headers.location).toBe("/p/lilac-abaya/go");
    expect((await pages.open("/p/lilac-abaya/go?rwj=abc")).headers.location).toBe(`${productUrl}&rwj=abc`);
    const hosts = await pages.stores.listRegisteredHosts(testContext(pages.db, "mer_1", now));
    for (const one of [slug, "lilac-abaya"]) expect(hosts).toContain(`${publicUrl}/p/${one}`);
    // And back.
    await setSlug({ id }, slug);
    expect((await pages.open("/p/lilac-abaya")).headers.location).toBe(`/p/${slug}`);
    expect((await pages.open(`/p/${slug}`)).statusCode).toBe(200);
  });

  it("is nobody else's, also once its page left it", async () => {
    const one = await pages.aPage();
    await setSlug(one, "lilac-abaya");
    await setSlug(one, "lilac-crepe");
    await pages.aProduct({ id: "prd_2" });
    const other = await pages.aPage({ product_id: "prd_2" });
    for (const slug of ["lilac-abaya", "lilac-crepe", one.slug])
      expect(await setSlug(other, slug)).toMatchObject({
        status: 409,
        envelope: { fields: { slug: [expect.any(String)] } },
      });
    for (const slug of ["ab", "Lilac", "-lilac", "lilac--a", "ليلك", "a/b", "a".repeat(61)])
      expect((await setSlug(other, slug)).status, slug).toBe(400);
    expect((await setSlug(one, "mine", "mer_2")).status).toBe(404);
  });

  it("changes at most ten times", async () => {
    const page = await pages.aPage();
    for (let nth = 1; nth < 10; nth += 1) expect((await setSlug(page, `slug-${nth}`)).status).toBe(200);
    expect((await setSlug(page, "slug-10")).status).toBe(409);
    expect((await setSlug(page, "slug-3")).status).toBe(200);
  });
});

describe("a page that is deleted", () => {
  it("is said to be closed at every address that it had, which no page takes", async () => {
    const page = await pages.aPublished();
    await setSlug(page, "lilac-abaya");
    await pages.open("/p/lilac-abaya");
    expect((await call(`DELETE ${path(page)}`, undefined, "mer_2")).status).toBe(404);
    expect((await call(`DELETE ${path(page)}`)).status).toBe(200);
    for (const slug of [page.slug, "lilac-abaya"]) {
      const { statusCode, body } = await pages.open(`/p/${slug}`);
      expect(statusCode).toBe(410);
      expect(body).toContain(ar.page.closed.title);
    }
    expect((await call(`GET ${path(page)}`)).status).toBe(404);
    const other = await pages.aPage();
    expect((await setSlug(other, "lilac-abaya")).status).toBe(409);
    const hosts = await pages.stores.listRegisteredHosts(testContext(pages.db, "mer_1", now));
    expect(hosts).toEqual(["https://lylak.sa", other.url]);
  });
});

it("a copy has the content and pictures of the other page, and an address of its own", async () => {
  const page = await pages.aPublished({ headline: "لكل يوم" });
  const copy: LandingPage = (await call(`POST ${path(page, "/duplicate")}`)).data;
  expect(copy).toMatchObject({ status: "draft", headline: "لكل يوم" });
  expect(copy.slug).not.toBe(page.slug);
  const { body } = await pages.open(copy.preview_url);
  expect(body).toContain(`/p/${copy.slug}/pictures/`);
  expect((await call(`POST ${path(page, "/duplicate")}`, undefined, "mer_2")).status).toBe(404);
});

it("a published page begins a campaign's draft that leads to it, and no other page does", async () => {
  const page = await pages.aPage({ headline: "لكل يوم" });
  expect((await call(`POST ${path(page, "/draft")}`)).status).toBe(409);
  await pages.act(page, "publish");
  expect((await call(`POST ${path(page, "/draft")}`)).data).toEqual({ draft_id: "dft_1" });
  expect(pages.drafts).toMatchObject([{ headline: "لكل يوم", product: { id: "prd_1", url: page.url } }]);
  expect((await call(`POST ${path(page, "/draft")}`, undefined, "mer_2")).status).toBe(404);
});

describe("a published page follows its store", () => {
  const redraw = () => pages.runJob("landing-pages-redraw");
  const read = async (slug: string) =>
    (await pages.open(`/p/${slug}`)).body.replaceAll(/[\u2066-\u2069]/g, "");

  it("in price, and leaves unpublished words out", async () => {
    const { id, slug } = await pages.aPublished();
    expect(await read(slug)).toContain("249 ريال");
    await pages.edit(id, () => ({ headline: "لم تنشر" }));
    await pages.db.run(sql`update stores.products set price_halalas = 19900`);
    await redraw();
    const html = await read(slug);
    expect(html).toContain("199 ريال");
    expect(html).not.toMatch(/249 ريال|لم تنشر/);
  });

  it("in stock: sold out it has no button, and has it again with the stock", async () => {
    const { slug } = await pages.aPublished();
    for (const [quantity, status] of [
      [0, "on_sale"],
      [5, "gone"],
      [5, "on_sale"],
    ] as const) {
      await pages.db.run(sql`update stores.products set quantity = ${quantity}, status = ${status}`);
      await redraw();
      const html = await read(slug);
      const isSold = quantity > 0 && status === "on_sale";
      expect(html.includes(ar.page.sold_out)).toBe(!isSold);
      expect(html.includes('<a class="order"')).toBe(isSold);
    }
  });

  it("and an unpublished one stays closed", async () => {
    const page = await pages.aPublished();
    await pages.act(page, "unpublish");
    await redraw();
    expect((await pages.open(`/p/${page.slug}`)).statusCode).toBe(410);
  });
});
