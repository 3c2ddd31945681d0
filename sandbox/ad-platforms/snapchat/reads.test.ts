import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../shared/field-table.ts";
import { aCampaign, type Harness, makeTree, openHarness, read } from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

const campaigns = () => `/adaccounts/${harness.ad_account_id}/campaigns`;

describe("a list", () => {
  const make = async (count: number) => {
    for (let from = 0; from < count; from += 30) {
      const items = Array.from({ length: Math.min(30, count - from) }, (_, index) =>
        aCampaign(harness, { name: `campaign ${from + index}` }),
      );
      await harness.call("POST", campaigns(), { campaigns: items });
    }
  };
  const toNames = (body: Json) =>
    (body.campaigns as { campaign: { name: string } }[]).map((entry) => entry.campaign.name);

  test("returns fifty at a time in order of creation, and the full address of the next page", async () => {
    await make(120);
    const names: string[] = [];
    let path: string | undefined = campaigns();
    let pages = 0;
    while (path) {
      const { body } = await harness.call("GET", path);
      names.push(...toNames(body));
      pages += 1;
      const next = (body.paging as { next_link?: string }).next_link;
      expect(next === undefined || next.startsWith(`${harness.sandbox.url}/snapchat/v1/`)).toBe(true);
      path = next?.replace(`${harness.sandbox.url}/snapchat/v1`, "");
    }
    expect(pages).toBe(3);
    expect(names).toEqual(Array.from({ length: 120 }, (_, index) => `campaign ${index}`));
  });

  test("refuses a limit below 50 or above 1000, and an unknown cursor", async () => {
    for (const query of ["limit=10", "limit=1001", "limit=many", "cursor=nonsense", "sort=name"])
      expect((await harness.call("GET", `${campaigns()}?${query}`)).status).toBe(400);
    await make(2);
    const newest = await harness.call("GET", `${campaigns()}?sort=created_at-desc`);
    expect(toNames(newest.body)).toEqual(["campaign 1", "campaign 0"]);
  });

  test("is available under the account, the campaign and the ad squad", async () => {
    const tree = await makeTree(harness);
    const paths = [
      `/adaccounts/${harness.ad_account_id}/ads`,
      `/campaigns/${tree.campaign}/ads`,
      `/adsquads/${tree.squad}/ads`,
    ];
    for (const path of paths) {
      const ads = (await harness.call("GET", path)).body.ads as { ad: Json }[];
      expect(ads.map((entry) => entry.ad.id)).toEqual([tree.ad]);
    }
  });

  test("by ids answers each id separately", async () => {
    const tree = await makeTree(harness);
    const idsBody = { entity_ids: [{ id: tree.campaign }, { id: tree.ad }] };
    const { body } = await harness.call(
      "POST",
      `/adaccounts/${harness.ad_account_id}/get_campaigns_by_ids`,
      idsBody,
    );
    expect((body.campaigns as Json[]).map((entry) => entry.sub_request_status)).toEqual(["SUCCESS", "ERROR"]);
    const wrong = await harness.call("POST", `/adaccounts/${harness.ad_account_id}/get_ads_by_ids`, {
      ids: [],
    });
    expect(wrong.status).toBe(400);
  });
});

describe("discovery", () => {
  test("goes from the person to organisation, account, funding and pixel", async () => {
    expect((await harness.call("GET", "/me")).body.me).toMatchObject({
      organization_id: harness.organization_id,
    });
    const organization = `/organizations/${harness.organization_id}`;
    const { adaccounts } = (await harness.call("GET", `${organization}/adaccounts`)).body as {
      adaccounts: Json[];
    };
    expect(adaccounts).toHaveLength(2);
    const funding = (await harness.call("GET", `${organization}/fundingsources`)).body.fundingsources as {
      fundingsource: Json;
    }[];
    expect(funding[0]?.fundingsource).toMatchObject({
      type: "CREDIT_CARD",
      status: "ACTIVE",
      currency: "SAR",
    });
    const pixels = (await harness.call("GET", `/adaccounts/${harness.ad_account_id}/pixels`)).body.pixels as {
      pixel: Json;
    }[];
    expect(pixels[0]?.pixel.id).toBe(harness.pixel_id);
  });

  test("lists what can be targeted under the dimension's own name", async () => {
    const { body } = await harness.call("GET", "/targeting/geo/sa/region");
    const [first] = body.targeting_dimensions as Json[];
    expect(first).toEqual({ sub_request_status: "SUCCESS", region: { id: "sa-01", name: "Riyadh" } });
    for (const path of ["geo/country", "device/os_type", "demographics/age_group", "interests/scls"])
      expect((await harness.call("GET", `/targeting/${path}`)).status).toBe(200);
    expect((await harness.call("GET", "/targeting/geo/sa/planet")).status).toBe(404);
  });
});

describe("the delivery status", () => {
  test("names every level that blocks delivery", async () => {
    const tree = await makeTree(harness, { squad: { status: "PAUSED" } });
    await harness.sandbox.control("clock", { step: "PT5M" });
    expect((await read(harness, "campaigns", tree.campaign)).delivery_status).toEqual(["VALID"]);
    expect((await read(harness, "adsquads", tree.squad)).delivery_status).toEqual(["INVALID_NOT_ACTIVE"]);
    expect((await read(harness, "ads", tree.ad)).delivery_status).toEqual(["INVALID_AD_SQUAD_NOT_ACTIVE"]);
  });

  test("follows the schedule", async () => {
    const change = { start_time: "2026-11-21T10:00:00Z", end_time: "2026-11-21T12:00:00Z" };
    const tree = await makeTree(harness, { campaign: change });
    const status = async () => (await read(harness, "campaigns", tree.campaign)).delivery_status;
    expect(await status()).toEqual(["NOT_DELIVERING_NOT_STARTED"]);
    await harness.sandbox.control("clock", { step: "PT2H" });
    expect(await status()).toEqual(["VALID"]);
    await harness.sandbox.control("clock", { step: "PT2H" });
    expect(await status()).toEqual(["NOT_DELIVERING_ENDED"]);
  });

  test("reports a stopped funding source; a disabled account refuses a campaign", async () => {
    const bader = await openHarness("bader");
    const tree = await makeTree(bader);
    expect((await read(bader, "campaigns", tree.campaign)).delivery_status).toEqual([
      "INVALID_FUNDING_SOURCE_NOT_ACTIVE",
    ]);
    await bader.stop();
    const reem = await openHarness("reem");
    const created = await reem.send(
      "POST",
      `/adaccounts/${reem.ad_account_id}/campaigns`,
      "campaigns",
      aCampaign(reem),
    );
    expect(created.reason).toContain("not active");
    await reem.stop();
  });
});
