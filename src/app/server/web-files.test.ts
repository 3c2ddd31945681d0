import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeMeters } from "#base/server/meters.ts";
import { walletCalls } from "#modules/wallet/contract/wallet.calls.ts";
import { mountDocs } from "./docs.ts";
import { serverModules } from "./find-modules.ts";
import { googleMapsSources } from "./google-maps.ts";
import { makeRefusalStatus } from "./refusals.ts";
import { mountWebFiles } from "./web-files.ts";

let app: FastifyInstance;
let appWithMaps: FastifyInstance;

beforeAll(async () => {
  const above = mkdtempSync(join(tmpdir(), "rawaj-web-"));
  const folder = join(above, "web");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(above, "secret-keys"), "k1:k1-secret-key-content");
  writeFileSync(join(folder, "assets/app-1a2b.js"), "export const shop = 1;");
  writeFileSync(join(folder, "robots.txt"), "User-agent: *");
  writeFileSync(
    join(folder, "index.html"),
    '<html><script nonce="rawaj-nonce">1</script><style nonce="rawaj-nonce"></style>' +
      '<meta name="terms-url" content="" /><meta name="privacy-url" content="" /></html>',
  );
  writeFileSync(
    join(folder, "staff.html"),
    '<html data-audience="staff"><script nonce="rawaj-nonce"></script></html>',
  );
  const options = {
    folder,
    scriptOrigins: ["https://cdn.moyasar.com"],
    connectOrigins: ["https://api.moyasar.com"],
    imageOrigins: [],
    loadLinks: async () => ({ "terms-url": "https://rawaj.example/terms", "privacy-url": undefined }),
  };
  app = await openServer();
  await mountDocs(app, walletCalls, makeRefusalStatus(serverModules));
  await mountWebFiles(app, options);
  appWithMaps = await openServer();
  await mountWebFiles(appWithMaps, { ...options, moreSources: googleMapsSources });
});
afterAll(() => Promise.all([app.close(), appWithMaps.close()]));

const openServer = async () =>
  makeHttpServer({
    log: makeLog("silent"),
    messages: await loadMessages(join(import.meta.dirname, "../..")),
    meters: makeMeters(),
    worldClock: frozenClock("2026-11-21T09:00:00Z"),
    trustedProxies: [],
  });

const parseRules = (policy: unknown) =>
  new Map(
    String(policy)
      .split("; ")
      .map((rule): [string, string[]] => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources];
      }),
  );

describe("a page", () => {
  it.each(["/", "/campaigns/edit/cmp_1", "/auth", "/nothing/of/the/kind"])(
    "at %s is the shell",
    async (url) => {
      const { statusCode, headers, body } = await app.inject(url);
      expect(statusCode).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
      expect(body).not.toContain("rawaj-nonce");
    },
  );

  it("contains the addresses of this installation's settings, and none for those that are not set", async () => {
    const { body } = await app.inject("/auth");
    expect(body).toContain('<meta name="terms-url" content="https://rawaj.example/terms" />');
    expect(body).toContain('<meta name="privacy-url" content="" />');
  });

  it("runs only our files, this response's nonce and the payment form's", async () => {
    const [first, second] = [await app.inject("/"), await app.inject("/")];
    const rules = parseRules(first.headers["content-security-policy"]);
    const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? "";
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(second.body).not.toContain(nonce);
    expect(rules.get("script-src")).toEqual(["'self'", `'nonce-${nonce}'`, "https://cdn.moyasar.com"]);
    expect(rules.get("connect-src")).toEqual(["'self'", "https://api.moyasar.com"]);
    for (const closed of ["frame-ancestors", "base-uri", "object-src"])
      expect(rules.get(closed)).toEqual(["'none'"]);
    for (const [name, sources] of rules) {
      expect(sources, name).not.toContain("*");
      expect(sources, name).not.toContain("'unsafe-eval'");
      if (name !== "style-src-attr") expect(sources, name).not.toContain("'unsafe-inline'");
    }
  });
});

describe("a page with Google Maps", () => {
  it("may load and call Google's maps, and evaluates no text as a program", async () => {
    const { headers, body } = await appWithMaps.inject("/campaigns/add");
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? "";
    const rules = parseRules(headers["content-security-policy"]);
    const maps = ["https://maps.googleapis.com", "https://maps.gstatic.com"];
    expect(rules.get("script-src")).toEqual([
      "'self'",
      `'nonce-${nonce}'`,
      "https://cdn.moyasar.com",
      ...maps,
    ]);
    expect(rules.get("connect-src")).toEqual(["'self'", "https://api.moyasar.com", ...maps]);
    expect(rules.get("font-src")).toEqual(["'self'", "https://fonts.gstatic.com"]);
    expect(rules.get("form-action")).toEqual(["'self'", "https://api.moyasar.com"]);
    expect(rules.get("script-src")).not.toContain("'unsafe-eval'");
  });

  it("is not one of the staff's", async () => {
    const { headers } = await appWithMaps.inject("/staff");
    expect(headers["content-security-policy"]).not.toContain("googleapis");
  });
});

describe("a page of the staff", () => {
  it.each(["/staff", "/staff/", "/staff/enroll", "/staff/no/such/page?a=b"])(
    "at %s is their own, with the headers of every page, and kept out of search engines",
    async (url) => {
      const { statusCode, headers, body } = await app.inject(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('data-audience="staff"');
      expect(headers["x-robots-tag"]).toBe("noindex, nofollow");
      const { headers: ofMerchants } = await app.inject("/");
      for (const name of ["cache-control", "x-frame-options", "cross-origin-opener-policy"])
        expect(headers[name], name).toBe(ofMerchants[name]);
      // Merchants dictate; the staff do not.
      expect(ofMerchants["permissions-policy"]).toBe("camera=(), geolocation=(), microphone=(self)");
      expect(headers["permissions-policy"]).toBe("camera=(), geolocation=(), microphone=()");
      const rules = parseRules(headers["content-security-policy"]);
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? "";
      expect(rules.get("script-src")).toEqual(["'self'", `'nonce-${nonce}'`]);
      expect(rules.get("connect-src")).toEqual(["'self'"]);
    },
  );

  it("is none of the merchants', and the other way round", async () => {
    for (const url of ["/", "/staffing", "/auth"]) {
      const { headers, body } = await app.inject(url);
      expect(body).not.toContain("data-audience");
      expect(headers["x-robots-tag"]).toBeUndefined();
    }
  });
});

describe("a file", () => {
  it("with its hash in the name is cached for ever, others are revalidated", async () => {
    const hashed = await app.inject("/assets/app-1a2b.js");
    expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(hashed.headers["x-content-type-options"]).toBe("nosniff");
    expect((await app.inject("/robots.txt")).headers["cache-control"]).toBe("no-cache");
  });

  it.each([
    "/assets/gone-9z9z.js",
    "/assets/",
    "/favicon.ico",
    "/Clients/Nothing/here",
    "/Staff/Nothing/here",
    "/staff.html",
    "/webhooks/nobody",
    "/oauth/nobody/callback",
  ])("that does not exist is not answered with the page: %s", async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: true, code: "base.not_found" });
  });

  it.each([
    "/../secret-keys",
    "/assets/../../secret-keys",
    "/%2e%2e/secret-keys",
    "/assets/..%2f..%2fsecret-keys",
    "/assets/%2e%2e%2f%2e%2e%2fsecret-keys",
    "/..%5csecret-keys",
    "//secret-keys",
    "/assets/app-1a2b.js%00.html",
    "/.vite/manifest.json",
    "/index.html/../../secret-keys",
  ])("outside the folder cannot be read by %s", async (url) => {
    const { body, statusCode } = await app.inject(url);
    expect(body).not.toContain("k1-secret-key-content");
    expect(statusCode).toBeLessThan(500);
  });
});

describe("the page to browse the calls", () => {
  it("works under its own policy, without anything inline or from another origin", async () => {
    const page = await app.inject("/docs/");
    const moved = await app.inject("/docs");
    expect([200, 302]).toContain(moved.statusCode);
    expect(page.statusCode).toBe(200);
    const rules = parseRules(page.headers["content-security-policy"]);
    const scripts = [...(rules.get("script-src") ?? rules.get("default-src") ?? [])];
    expect(scripts.some((source) => source === "'self'")).toBe(true);
    expect(scripts.filter((source) => /unsafe|^https?:|\*/.test(source))).toEqual([]);
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source = ""]) => source);
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      const found = await app.inject(new URL(source, "http://localhost/docs/").pathname);
      expect(found.statusCode, source).toBe(200);
    }
    expect((await app.inject("/docs/json")).json()).toMatchObject({ openapi: "3.1.0" });
  });
});
