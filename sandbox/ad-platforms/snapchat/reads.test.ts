import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../shared/field-table.ts";
import { aCampaign, type Bench, makeTree, openBench, read } from "./testing.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.stop());

const campaigns = () => `/adaccounts/${bench.ad_account_id}/campaigns`;

describe("a list", () => {
  const make = async (count: number) => {
    for (let from = 0; from < count; from += 30) {
      const items = Array.from({ length: Math.min(30, count - from) }, (_, index) =>
        aCampaign(bench, { name: `campaign ${from + index}` }),
      );
      await bench.call("POST", campaigns(), { campaigns: items });
    }
  };
  const namesOf = (body: Json) =>
    (body.campaigns as { campaign: { name: string } }[]).map((entry) => entry.campaign.name);

  test("gives fifty at a time in order of creation, and the whole address of the rest", async () => {
    await make(120);
    const names: string[] = [];
    let path: string | undefined = campaigns();
    let pages = 0;
    while (path) {
      const { body } = await bench.call("GET", path);
      names.push(...namesOf(body));
      pages += 1;
      const next = (body.paging as { next_link?: string }).next_link;
      expect(next === undefined || next.startsWith(`${bench.served.url}/snapchat/v1/`)).toBe(true);
      path = next?.replace(`${bench.served.url}/snapchat/v1`, "");
    }
    expect(pages).toBe(3);
    expect(names).toEqual(Array.from({ length: 120 }, (_, index) => `campaign ${index}`));
  });

  test("refuses a limit below 50 or above 1000, and a cursor it did not give", async () => {
    for (const query of ["limit=10", "limit=1001", "limit=many", "cursor=nonsense", "sort=name"])
      expect((await bench.call("GET", `${campaigns()}?${query}`)).status).toBe(400);
    await make(2);
    const newest = await bench.call("GET", `${campaigns()}?sort=created_at-desc`);
    expect(namesOf(newest.body)).toEqual(["campaign 1", "campaign 0"]);
  });

  test("stands under the account, the campaign and the ad squad alike", async () => {
    const tree = await makeTree(bench);
    const paths = [
      `/adaccounts/${bench.ad_account_id}/ads`,
      `/campaigns/${tree.campaign}/ads`,
      `/adsquads/${tree.squad}/ads`,
    ];
    for (const path of paths) {
      const ads = (await bench.call("GET", path)).body.ads as { ad: Json }[];
      expect(ads.map((entry) => entry.ad.id)).toEqual([tree.ad]);
    }
  });

  test("by ids answers each id for itself", async () => {
    const tree = await makeTree(bench);
    const ask = { entity_ids: [{ id: tree.campaign }, { id: tree.ad }] };
    const { body } = await bench.call("POST", `/adaccounts/${bench.ad_account_id}/get_campaigns_by_ids`, ask);
    expect((body.campaigns as Json[]).map((entry) => entry.sub_request_status)).toEqual(["SUCCESS", "ERROR"]);
    const wrong = await bench.call("POST", `/adaccounts/${bench.ad_account_id}/get_ads_by_ids`, { ids: [] });
    expect(wrong.status).toBe(400);
  });
});

describe("discovery", () => {
  test("leads from the person to organisation, account, funding and pixel", async () => {
    expect((await bench.call("GET", "/me")).body.me).toMatchObject({
      organization_id: bench.organization_id,
    });
    const organization = `/organizations/${bench.organization_id}`;
    const { adaccounts } = (await bench.call("GET", `${organization}/adaccounts`)).body as {
      adaccounts: Json[];
    };
    expect(adaccounts).toHaveLength(2);
    const funding = (await bench.call("GET", `${organization}/fundingsources`)).body.fundingsources as {
      fundingsource: Json;
    }[];
    expect(funding[0]?.fundingsource).toMatchObject({
      type: "CREDIT_CARD",
      status: "ACTIVE",
      currency: "SAR",
    });
    const pixels = (await bench.call("GET", `/adaccounts/${bench.ad_account_id}/pixels`)).body.pixels as {
      pixel: Json;
    }[];
    expect(pixels[0]?.pixel.id).toBe(bench.pixel_id);
  });

  test("lists what can be targeted under the dimension's own name", async () => {
    const { body } = await bench.call("GET", "/targeting/geo/sa/region");
    const [first] = body.targeting_dimensions as Json[];
    expect(first).toEqual({ sub_request_status: "SUCCESS", region: { id: "sa-01", name: "Riyadh" } });
    for (const path of ["geo/country", "device/os_type", "demographics/age_group", "interests/scls"])
      expect((await bench.call("GET", `/targeting/${path}`)).status).toBe(200);
    expect((await bench.call("GET", "/targeting/geo/sa/planet")).status).toBe(404);
  });
});

describe("the delivery status", () => {
  test("names every level that stands in the way", async () => {
    const tree = await makeTree(bench, { squad: { status: "PAUSED" } });
    await bench.served.control("clock", { step: "PT5M" });
    expect((await read(bench, "campaigns", tree.campaign)).delivery_status).toEqual(["VALID"]);
    expect((await read(bench, "adsquads", tree.squad)).delivery_status).toEqual(["INVALID_NOT_ACTIVE"]);
    expect((await read(bench, "ads", tree.ad)).delivery_status).toEqual(["INVALID_AD_SQUAD_NOT_ACTIVE"]);
  });

  test("follows the schedule", async () => {
    const change = { start_time: "2026-11-21T10:00:00Z", end_time: "2026-11-21T12:00:00Z" };
    const tree = await makeTree(bench, { campaign: change });
    const status = async () => (await read(bench, "campaigns", tree.campaign)).delivery_status;
    expect(await status()).toEqual(["NOT_DELIVERING_NOT_STARTED"]);
    await bench.served.control("clock", { step: "PT2H" });
    expect(await status()).toEqual(["VALID"]);
    await bench.served.control("clock", { step: "PT2H" });
    expect(await status()).toEqual(["NOT_DELIVERING_ENDED"]);
  });

  test("tells of a funding source that stopped; a disabled account takes no campaign", async () => {
    const bader = await openBench("bader");
    const tree = await makeTree(bader);
    expect((await read(bader, "campaigns", tree.campaign)).delivery_status).toEqual([
      "INVALID_FUNDING_SOURCE_NOT_ACTIVE",
    ]);
    await bader.stop();
    const reem = await openBench("reem");
    const made = await reem.send(
      "POST",
      `/adaccounts/${reem.ad_account_id}/campaigns`,
      "campaigns",
      aCampaign(reem),
    );
    expect(made.reason).toContain("not active");
    await reem.stop();
  });
});
