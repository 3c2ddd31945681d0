import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdMarket } from "../../economy/ports.ts";
import { aCampaign, aCreative, anAdSet, type Harness, openHarness, picture } from "./testing.ts";

/** The parts of Meta's own Node SDK that are used here; it has no types. */
type Node = {
  id: string;
  _data: Record<string, unknown>;
  get(fields: string[]): Promise<Node>;
  update(fields: string[], params: object): Promise<Node>;
  delete(fields?: string[]): Promise<unknown>;
};
type Cursor = Node[] & { hasNext(): boolean; next(): Promise<Cursor> };
type Create = (fields: string[], params: object) => Promise<Node>;
type Listing = (fields: string[], params?: object) => Promise<Cursor>;
type Account = Node &
  Record<"createCampaign" | "createAdSet" | "createAdCreative" | "createAd" | "createAdImage", Create> &
  Record<"getCampaigns" | "getInsights", Listing> & {
    getInsightsAsync(fields: string[], params: object): Promise<Node & { getInsights: Listing }>;
  };
type Sdk = {
  FacebookAdsApi: { init(token: string, locale: string, crashLog: boolean): unknown };
  AdAccount: new (id: string) => Account;
  Campaign: new (id: string) => Node;
  AdSet: new (id: string) => Node;
  Ad: new (id: string) => Node;
};

let harness: Harness;
let sdk: Sdk;
let account: Account;
const made: Record<string, string> = {};

/** The SDK is CommonJS. Its address is a getter, so it is redefined; nothing else of it is changed. */
beforeAll(async () => {
  harness = await openHarness({ identity: "fresh" });
  const require = createRequire(import.meta.url);
  sdk = require("facebook-nodejs-business-sdk") as Sdk;
  Object.defineProperty(sdk.FacebookAdsApi, "GRAPH", { get: () => `${harness.sandbox.url}/meta` });
  sdk.FacebookAdsApi.init(harness.access_token, "en_US", false);
  account = new sdk.AdAccount(`act_${harness.ad_account_id}`);
});
afterAll(() => harness.stop());

describe("Meta's official Node SDK, with only its address changed", () => {
  it("uploads an image, and creates a campaign, an ad set, a creative and an ad", async () => {
    const image = await account.createAdImage([], { bytes: (await picture()).toString("base64") });
    const { hash } = (image._data.images as { bytes: { hash: string } }).bytes;
    made.campaign = (await account.createCampaign(["name"], aCampaign({ status: "ACTIVE" }))).id;
    made.adSet = (await account.createAdSet([], anAdSet(made.campaign, { status: "ACTIVE" }))).id;
    made.creative = (await account.createAdCreative([], aCreative(harness, hash))).id;
    const ad = {
      name: "Perfume ad",
      adset_id: made.adSet,
      creative: { creative_id: made.creative },
      status: "ACTIVE",
    };
    made.ad = (await account.createAd([], ad)).id;
    expect(Object.values(made)).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^\d{18}$/)));
  });

  it("reads and pauses what it created", async () => {
    const campaign = new sdk.Campaign(made.campaign ?? "");
    expect((await campaign.get(["name", "status", "daily_budget"]))._data).toMatchObject({
      name: "White Friday",
      status: "ACTIVE",
      daily_budget: "15000",
    });
    await campaign.update([], { status: "PAUSED" });
    expect((await campaign.get(["status"]))._data.status).toBe("PAUSED");
    await campaign.update([], { status: "ACTIVE" });
    for (const node of [new sdk.AdSet(made.adSet ?? ""), new sdk.Ad(made.ad ?? "")]) {
      await node.update([], { status: "PAUSED" });
      expect((await node.get(["effective_status"]))._data.effective_status).not.toBe("ACTIVE");
    }
  });

  it("pages through a list", async () => {
    for (const name of ["second", "third"]) await account.createCampaign([], aCampaign({ name }));
    let page = await account.getCampaigns(["name"], { limit: 2 });
    const names = page.map((each) => each._data.name);
    while (page.hasNext()) {
      page = await page.next();
      names.push(...page.map((each) => each._data.name));
    }
    expect(names).toEqual(["third", "second", "White Friday"]);
  });

  it("reads insights, synchronously and as an asynchronous report", async () => {
    const market = harness.sandbox.vendors[0]?.market as AdMarket;
    const part = { impressions: 100, clicks: 3, spendMicro: 2_000_000, newReach: 90 };
    market.recordDelivery(made.ad ?? "", new Date("2026-11-21T05:00:00Z"), part);
    await harness.step("PT15M");
    const query = { level: "ad", time_range: { since: "2026-11-21", until: "2026-11-21" } };
    const fields = ["ad_id", "impressions", "spend"];
    const expected = { ad_id: made.ad, impressions: "100", spend: "2.00" };
    expect((await account.getInsights(fields, query)).map((row) => row._data)).toMatchObject([expected]);
    const run = await account.getInsightsAsync(fields, query);
    for (let poll = 0; poll < 3; poll += 1) await run.get(["async_status"]);
    expect((await run.getInsights([])).map((row) => row._data)).toMatchObject([expected]);
  });

  it("throws a refusal as Meta's own error", async () => {
    const refused = account.createCampaign([], aCampaign({ special_ad_categories: undefined }));
    await expect(refused).rejects.toMatchObject({ name: "FacebookRequestError", response: { code: 100 } });
  });

  it("deletes what it created", async () => {
    const campaign = new sdk.Campaign(made.campaign ?? "");
    await campaign.delete();
    expect((await campaign.get(["effective_status"]))._data.effective_status).toBe("DELETED");
  });
});
