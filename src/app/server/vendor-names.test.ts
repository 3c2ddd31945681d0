import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { httpRequest } from "#base/server/http-client.ts";
import { nameVendor, observeVendors } from "#base/server/vendor-calls.ts";
import { readProductSettings } from "./settings.ts";
import { listVendorNames } from "./vendor-names.ts";

const settings = readProductSettings({
  DATA_DIR: mkdtempSync(join(tmpdir(), "rawaj-names-")),
  UNIFONIC_APP_SID: "an-app-sid",
  MOYASAR_PUBLISHABLE_KEY: "pk_test_1",
  MOYASAR_SECRET_KEY: "sk_test_1",
  MOYASAR_WEBHOOK_SECRET: randomBytes(24).toString("base64url"),
  WHATSAPP_PHONE_NUMBER_ID: "1099",
  WHATSAPP_BUSINESS_ACCOUNT_ID: "2099",
  WHATSAPP_TOKEN: "a-token",
  WHATSAPP_APP_SECRET: "a-secret",
  WHATSAPP_VERIFY_TOKEN: "a-word",
  TEXT_MODELS: JSON.stringify([
    {
      name: "one",
      url: "https://models.example.com/v1",
      key: "a-key",
      model: "m",
      input_sar: 1,
      output_sar: 1,
    },
  ]),
});
afterEach(() => observeVendors([], () => {}));

describe("vendors in metrics", () => {
  it.each([
    ["https://api.salla.dev/admin/v2/orders", "salla"],
    ["https://accounts.salla.sa/oauth2/token", "salla"],
    ["https://some-shop.myshopify.com/admin/api/graphql.json", "shopify"],
    ["https://graph.facebook.com/v26.0/act_1/campaigns", "meta"],
    ["https://graph.facebook.com/v26.0/1099/messages", "whatsapp"],
    ["https://adsapi.snapchat.com/v1/me", "snapchat"],
    ["https://tr.snapchat.com/v3/1/events", "snapchat"],
    ["https://ads-api.x.com/12/accounts", "x"],
    ["https://oauth2.googleapis.com/token", "google"],
    ["https://updates.push.services.mozilla.com/wpush/v2/abc", "web_push"],
    ["https://models.example.com/v1/chat/completions", "language_model"],
    ["https://evil.example.com/?https://api.salla.dev", "other"],
  ])("%s is %s", (url, vendor) => {
    observeVendors(listVendorNames(settings), () => {});
    expect(nameVendor(url)).toBe(vendor);
  });

  it("a merchant's own site is not named", () => {
    observeVendors(listVendorNames(settings), () => {});
    expect(nameVendor("https://shop.example.sa/feed", true)).toBe("merchant_site");
  });

  it("are counted with what came of each call", async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      response.statusCode = Number(request.url?.slice(1));
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    observeVendors([{ prefix: url, vendor: "tap" }], ({ vendor, method, outcome }, seconds) => {
      expect(seconds).toBeGreaterThan(0);
      seen.push(`${method} ${vendor} ${outcome}`);
    });
    for (const status of [200, 404, 429, 503]) await httpRequest({ method: "GET", url: `${url}/${status}` });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(httpRequest({ method: "POST", url })).rejects.toThrow();
    expect(seen).toEqual([
      "GET tap 2xx",
      "GET tap 4xx",
      "GET tap 429",
      "GET tap 5xx",
      "POST tap unreachable",
    ]);
  });
});
