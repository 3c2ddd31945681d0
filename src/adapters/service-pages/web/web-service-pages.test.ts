import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePage } from "./parse-page.ts";
import { makeWebServicePages } from "./web-service-pages.ts";

const address = "https://shop.example/p/1";
const product = {
  "@context": "https://schema.org",
  "@graph": [
    { "@type": "BreadcrumbList", itemListElement: [] },
    {
      "@type": ["Product"],
      name: "عجوة &amp; سكري",
      description: "تمر\n طازج <b>اليوم</b>",
      image: ["/images/1.jpg", { "@type": "ImageObject", url: "https://cdn.example/2.jpg" }, 7],
      offers: [{ "@type": "Offer", price: 249.5, priceCurrency: "SAR" }],
    },
  ],
};
const page = (head: string) => `<!doctype html><html><head>${head}</head><body><h1>x</h1></body></html>`;
const linked = (data: unknown) =>
  `<script type="application/ld+json">${typeof data === "string" ? data : JSON.stringify(data)}</script>`;

describe("what a page says that is sold on it", () => {
  it("is its JSON-LD product first", () => {
    const head = `<title>متجر</title><meta property="og:title" content="غيره">${linked(product)}`;
    expect(parsePage(page(head), address)).toEqual({
      title: "عجوة &amp; سكري",
      description: "تمر طازج اليوم",
      priceHalalas: 24_950,
      pictures: ["https://shop.example/images/1.jpg", "https://cdn.example/2.jpg"],
    });
  });

  it("is its OpenGraph otherwise, then its title", () => {
    const head = `<title>عباية &amp; طرحة</title><meta name="description" content="وصف">
      <meta property="og:image" content="a.png"><meta property="product:price:amount" content="199.00">
      <meta property="product:price:currency" content="sar">`;
    expect(parsePage(page(head), address)).toEqual({
      title: "عباية & طرحة",
      description: "وصف",
      priceHalalas: 19_900,
      pictures: ["https://shop.example/p/a.png"],
    });
  });

  it.each([
    ["a price in dollars", linked({ "@type": "Product", offers: { price: "9", priceCurrency: "USD" } })],
    ["a price of nothing", linked({ "@type": "Product", offers: { price: "0", priceCurrency: "SAR" } })],
    ["broken data", linked('{"@type":"Product",')],
    ["pictures that are no addresses", '<meta property="og:image" content="javascript:alert(1)">'],
    ["nothing at all", ""],
  ])("takes nothing from %s", (_name, head) => {
    expect(parsePage(page(head), address)).toEqual({
      title: "",
      description: "",
      priceHalalas: null,
      pictures: [],
    });
  });

  it("stays short and plain, however deep, long or odd the page is", () => {
    let deep: unknown = { "@type": "Product", name: "deep" };
    for (let depth = 0; depth < 40; depth += 1) deep = { child: deep };
    const head = `<title>\u202e${"ع".repeat(9_000)}\u0000<script>alert(1)</script></title>${linked(deep)}`;
    const { title } = parsePage(page(head), address);
    expect(title).toMatch(/^ع+$/);
    expect(title.length).toBeLessThanOrEqual(120);
  });
});

describe("a page on the web", () => {
  let server: Server;
  let origin: string;
  const moved: Record<string, string> = {
    "/moved": "/page",
    "/circle": "/circle",
    "/file": "file:///etc/passwd",
  };
  beforeAll(async () => {
    server = createServer(({ url = "" }, response) => {
      const to = moved[url];
      const html = { "content-type": "text/html; charset=utf-8" };
      if (to) response.writeHead(302, { location: to }).end();
      else if (url === "/page") response.writeHead(200, html).end(page("<title>عباية</title>"));
      else if (url === "/json") response.writeHead(200, { "content-type": "application/json" }).end("{}");
      else if (url === "/large") response.writeHead(200, html).end("a".repeat(3 * 1024 * 1024));
      else response.writeHead(404, html).end(page("<title>لا شيء</title>"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  const pages = makeWebServicePages({ publicOnly: false });

  it("is read, also where it has moved to", async () => {
    expect((await pages.readPage(`${origin}/page`)).title).toBe("عباية");
    expect((await pages.readPage(`${origin}/moved`)).title).toBe("عباية");
  });

  it.each([
    ["/nothing", "later"],
    ["/circle", "later"],
    ["/file", "later"],
    ["/large", "later"],
    ["/json", "rejected"],
  ])("is refused at %s", async (path, kind) => {
    await expect(pages.readPage(origin + path)).rejects.toMatchObject({ kind });
  });

  it("is never read from this machine or a private network", async () => {
    const careful = makeWebServicePages({ publicOnly: true });
    await expect(careful.readPage(`${origin}/page`)).rejects.toMatchObject({ kind: "rejected" });
    await expect(careful.readPage("http://169.254.169.254/latest")).rejects.toMatchObject({
      kind: "rejected",
    });
  });
});
