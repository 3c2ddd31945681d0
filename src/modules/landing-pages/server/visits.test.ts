import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { PageFigures } from "../contract/landing-pages.calls.ts";
import {
  type LandingPagesHarness,
  landingPagesHarness,
  now,
  publicUrl,
} from "../testing/landing-pages-harness.ts";

let pages: LandingPagesHarness;
beforeAll(async () => {
  pages = await landingPagesHarness();
});
afterAll(() => pages.close());
beforeEach(() => pages.reset());

const browser = {
  "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Snapchat/13.40",
  "accept-language": "ar-SA",
};
const visit = (path: string, headers: Record<string, string> = {}) =>
  pages.open(path, { ...browser, ...headers });
async function figures(id: string): Promise<PageFigures> {
  await pages.flushVisits();
  return (await pages.server.call(`GET Clients/LandingPages/pages/${id}/figures`, { as: "mer_1" })).data;
}
const readCookie = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers["set-cookie"] ?? "").split(";")[0] ?? "";
const title = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)?.[1];

describe("visits of a page", () => {
  it("are counted by day without a script, programs apart, and shown in the list", async () => {
    const { id, slug } = await pages.aPublished();
    const { headers } = await visit(`/p/${slug}`);
    await visit(`/p/${slug}?rwj=abc`);
    await visit(`/p/${slug}`, { "if-none-match": String(headers.etag) });
    await visit(`/p/${slug}/go`);
    await visit(`/p/${slug}`, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
    await visit(`/p/${slug}`, { "sec-purpose": "prefetch" });
    await visit(`/p/${slug}/go`, { "user-agent": "curl/8.5.0" });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(await figures(id)).toEqual({
      days: [{ day: "2026-11-21", views: 3, taps: 1, bot_views: 2, bot_taps: 1 }],
      orders: 0,
      sales_halalas: 0,
      test: null,
    });
    await visit(`/p/${slug}`);
    expect((await figures(id)).days[0]?.views).toBe(4);
    const list = await pages.server.call("GET Clients/LandingPages/pages", { as: "mer_1" });
    expect(list.data).toMatchObject({ items: [{ id, figures: { views: 4, taps: 1, orders: 0 } }] });
  });

  it("of a preview, of a closed page and of an old address are none", async () => {
    const page = await pages.aPublished();
    await visit(page.preview_url);
    await pages.server.call(`PUT Clients/LandingPages/pages/${page.id}/slug`, {
      as: "mer_1",
      body: { slug: "new-one" },
    });
    await visit(`/p/${page.slug}`);
    await pages.act(page, "unpublish");
    await visit("/p/new-one");
    expect((await figures(page.id)).days).toEqual([]);
  });

  it("bring the orders of the links that lead to the page, and of no other's", async () => {
    const { id, slug } = await pages.aPublished();
    const link = (link: string, merchant: string, destination: string) =>
      pages.db.run(sql`
        insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, destination, created_at)
        values (${link}, ${merchant}, ${`ad_${link}`}, '', '', 'snapchat', ${destination}, ${now})`);
    await link("10000001", "mer_1", `${publicUrl}/p/${slug}?x=1`);
    await link("10000002", "mer_1", "https://lylak.sa/p/1");
    await link("10000003", "mer_2", `${publicUrl}/p/${slug}`);
    await pages.db.run(sql`
      insert into tracking.link_orders (order_id, merchant_id, link_id, day, orders_placed, sales_placed_halalas,
        orders_delivered, sales_delivered_halalas)
      values ('ord_1', 'mer_1', '10000001', '2026-11-20', 1, 24900, 0, 0), ('ord_2', 'mer_1', '10000002', '2026-11-20', 1, 500, 0, 0),
        ('ord_3', 'mer_2', '10000003', '2026-11-20', 1, 700, 0, 0), ('ord_4', 'mer_1', '10000001', '2026-09-01', 1, 900, 0, 0)`);
    expect(await figures(id)).toMatchObject({ orders: 1, sales_halalas: 24_900 });
  });
});

describe("two halves of a page", () => {
  async function aTest() {
    const page = await pages.aPage({ headline: "الأولى" });
    await pages.setOtherHalf(page.id, "الثانية");
    await pages.act(page, "publish");
    return page;
  }

  it("are shown to about as many visitors, and to each visitor the same", async () => {
    const { slug } = await aTest();
    const seen = new Map<string | undefined, number>();
    for (let nth = 0; nth < 60; nth += 1) {
      const first = await visit(`/p/${slug}`);
      const cookie = readCookie(first);
      const again = await visit(`/p/${slug}?rwj=abc`, { cookie });
      expect(title(again.body)).toBe(title(first.body));
      expect(again.headers["set-cookie"]).toBeUndefined();
      expect(first.headers["cache-control"]).toContain("private");
      seen.set(title(first.body), (seen.get(title(first.body)) ?? 0) + 1);
    }
    // Both are drawn; that all of 60 fall on one side has a chance of 2 in 10^18.
    expect([...seen.keys()].sort()).toEqual(["الأولى", "الثانية"]);
  });

  it("count a visitor once, and the visitor's taps once", async () => {
    const { id, slug } = await aTest();
    const first = await visit(`/p/${slug}`);
    expect(String(first.headers["set-cookie"])).toMatch(
      new RegExp(`^rwh=1[ab]; Path=/p/${slug}; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$`),
    );
    const cookie = readCookie(first);
    await visit(`/p/${slug}`, { cookie });
    const tapped = readCookie(await visit(`/p/${slug}/go`, { cookie }));
    await visit(`/p/${slug}/go`, { cookie: tapped });
    // Without the mark it is not known which half brought the tap.
    await visit(`/p/${slug}/go`);
    const { test, days } = await figures(id);
    const half = cookie.at(-1) as "a" | "b";
    const other = half === "a" ? "b" : "a";
    expect(test).toMatchObject({
      [half]: { visitors: 1, tapped: 1 },
      [other]: { visitors: 0, tapped: 0 },
      verdict: "not_enough",
      difference: null,
    });
    expect(days).toMatchObject([{ views: 2, taps: 3 }]);
  });

  it("are not for programs, nor for browsers that ask not to be recognised", async () => {
    const { id, slug } = await aTest();
    const askers: Record<string, string>[] = [
      { "user-agent": "curl/8.5.0" },
      { dnt: "1" },
      { "sec-gpc": "1" },
    ];
    for (const headers of askers) {
      const answer = await visit(`/p/${slug}`, headers);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(title(answer.body)).toBe("الأولى");
    }
    expect((await figures(id)).test).toMatchObject({ a: { visitors: 0 }, b: { visitors: 0 } });
  });

  it("begin anew with another published change, and follow the store both", async () => {
    const { id, slug } = await aTest();
    const cookie = readCookie(await visit(`/p/${slug}`));
    await pages.db.run(sql`update stores.products set price_halalas = 19900`);
    await pages.runJob("landing-pages-redraw");
    const again = await visit(`/p/${slug}`, { cookie });
    expect(again.headers["set-cookie"]).toBeUndefined();
    for (const half of ["a", "b"])
      expect((await visit(`/p/${slug}`, { cookie: `rwh=1${half}` })).body).toContain("199");
    await pages.edit(id, () => ({ introduction: "جديد" }));
    await pages.act({ id }, "publish");
    expect((await figures(id)).test).toMatchObject({ a: { visitors: 0 }, b: { visitors: 0 } });
    expect(readCookie(await visit(`/p/${slug}`, { cookie }))).toMatch(/^rwh=2[ab]$/);
  });

  it("are one page again once the test ends", async () => {
    const { id, slug } = await aTest();
    await pages.setOtherHalf(id, null);
    await pages.act({ id }, "publish");
    const answer = await visit(`/p/${slug}`, { cookie: "rwh=1b" });
    expect([title(answer.body), answer.headers["set-cookie"]]).toEqual(["الأولى", undefined]);
    expect((await figures(id)).test).toBeNull();
  });

  it("are both previewed, with their own colours checked", async () => {
    const page = await aTest();
    const { preview_url, content, revision } = await pages.load(page.id);
    expect(title((await pages.open(`${preview_url}?half=b`)).body)).toBe("الثانية");
    const other_half = { ...content, colors: { ...content.colors, main: "#ffe08a" } };
    const { status } = await pages.server.call(`PUT Clients/LandingPages/pages/${page.id}`, {
      as: "mer_1",
      body: { revision, language: "ar", content, other_half },
    });
    expect(status).toBe(422);
  });
});
