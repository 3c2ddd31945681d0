import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadMessages } from "#base/server/messages.ts";
import { helpSlugs } from "../contract/help-contents.ts";
import { mountHelpPages } from "./help-pages.routes.ts";
import { loadLibrary } from "./load-library.ts";

let app: FastifyInstance;
beforeAll(async () => {
  const messages = await loadMessages(new URL("../../..", import.meta.url).pathname);
  app = Fastify();
  mountHelpPages(app, { library: loadLibrary(messages), messages });
});
afterAll(() => app.close());

const read = (url: string, language = "") => app.inject({ url, headers: { "accept-language": language } });

describe("the help centre", () => {
  it("is read without a script, in the language of the address, of the browser, or Arabic", async () => {
    const { body, headers } = await read("/help");
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).not.toMatch(/<script|javascript:|style="/);
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-/,
    );
    expect((await read("/help", "en-GB,en;q=0.9")).body).toContain('<html lang="en" dir="ltr">');
    expect((await read("/help?lang=ar", "en")).body).toContain('<html lang="ar" dir="rtl">');
  });

  it("lists every page, and each opens in the same language", async () => {
    const { body } = await read("/help?lang=en");
    for (const slug of helpSlugs) expect(body).toContain(`href="/help/${slug}?lang=en"`);
    const page = await read("/help/wallet-and-deposit?lang=en");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<h1>Wallet and top-up</h1>");
    expect(page.body).toContain("<strong>Top up the wallet</strong>");
    expect(page.body).toContain('href="/financial-transaction"');
    expect(page.body).toContain('href="/help/wallet-and-deposit?lang=ar"');
  });

  it("takes figures from their table", async () => {
    const { body } = await read("/help/return-placed-and-delivered?lang=en");
    expect(body).toContain("How it is computed: Ad sales delivered ÷ Ad spend, riyals for each riyal.");
  });

  it("is searched by its form, and says what to do when nothing is found", async () => {
    const found = await read("/help?q=withdraw&lang=en");
    expect(found.body).toContain('href="/help/withdrawal?lang=en"');
    expect(found.body).toContain('content="noindex"');
    const none = await read(`/help?q=${encodeURIComponent('"><script>zz')}&lang=en`);
    expect(none.body).toContain("No page about");
    expect(none.body).not.toContain("<script>");
  });

  it("shows its pages at an address of none", async () => {
    for (const url of ["/help/nothing", "/help/constructor", "/help/..%2f..%2fpackage"]) {
      const { statusCode, body } = await read(url);
      expect(statusCode).toBe(404);
      expect(body).toContain("لا صفحة في هذا العنوان");
    }
  });
});
