import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withFrozenClock } from "../../testing/frozen-clock.ts";
import type { Json } from "../shared/field-table.ts";
import { expectOk, type Harness, makeTree, openHarness } from "./testing.ts";
import { APP } from "./tokens.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

describe("the API", () => {
  test("answers every call in one envelope", async () => {
    const reply = await harness.call("GET", "/user/info/");
    expect(reply).toMatchObject({
      status: 200,
      code: 0,
      message: "OK",
      data: { display_name: "Noura Al-Otaibi" },
    });
    expect(reply.headers.get("x-tt-logid")).toMatch(/^\w{32}$/);
  });

  test("refuses a path without its trailing slash, and another method", async () => {
    expect(await harness.call("GET", "/user/info")).toMatchObject({
      status: 404,
      message: "404 page not found",
    });
    expect((await harness.call("POST", "/user/info/", {})).status).toBe(405);
    expect((await harness.call("GET", "/nothing/here/")).status).toBe(404);
    const old = await fetch(`${harness.sandbox.url}/tiktok/open_api/v1.2/user/info/`);
    expect(await old.json()).toMatchObject({ code: 40051 });
  });

  test.each([
    ["no token", {}, 40104],
    ["a token that was never given", { "access-token": "nonsense" }, 40105],
  ])("refuses %s inside an HTTP 200", async (_name, headers, code) => {
    const reply = await fetch(`${harness.sandbox.url}/tiktok/open_api/v1.3/user/info/`, { headers });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ code, data: {} });
  });

  test("slows an app down after ten calls in a second", async () => {
    const counted = await openHarness("noura", {}, { rateLimits: true });
    const replies = await withFrozenClock(() =>
      Promise.all(Array.from({ length: 12 }, () => counted.call("GET", "/user/info/"))),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual([...Array(10).fill(0), 40100, 40100]);
    expect(replies.every((reply) => reply.status === 200)).toBe(true);
    await counted.stop();
  });

  test("reports faults as TikTok does: inside a response, or at the gateway", async () => {
    const fail = (kind: string) => harness.sandbox.control("faults", { vendor: "tiktok", kind, times: 1 });
    await fail("500");
    expect(await harness.call("GET", "/user/info/")).toMatchObject({ status: 200, code: 50000 });
    await fail("429");
    expect(await harness.call("GET", "/user/info/")).toMatchObject({ status: 200, code: 40100 });
    await fail("503");
    expect((await harness.call("GET", "/user/info/")).status).toBe(503);
  });

  test("returns ten at a time, the newest first, with the total count", async () => {
    for (let index = 1; index <= 12; index += 1) {
      const campaign = {
        advertiser_id: harness.advertiser_id,
        campaign_name: `c${index}`,
        objective_type: "TRAFFIC",
      };
      await expectOk(harness.post("/campaign/create/", campaign));
    }
    const { list, page_info } = await expectOk(
      harness.get("/campaign/get/", { advertiser_id: harness.advertiser_id, fields: ["campaign_name"] }),
    );
    expect((list as Json[])[0]).toEqual({ campaign_name: "c12" });
    expect(page_info).toEqual({ page: 1, page_size: 10, total_number: 12, total_page: 2 });
    const baseQuery = { advertiser_id: harness.advertiser_id, page: 2, filtering: { campaign_name: "c1" } };
    expect(
      (await expectOk(harness.get("/campaign/get/", { ...baseQuery, page: 1 }))).page_info,
    ).toMatchObject({
      total_number: 4,
    });
    expect(
      (await harness.get("/campaign/get/", { advertiser_id: harness.advertiser_id, page_size: 1_001 })).code,
    ).toBe(40002);
  });

  test.each([
    ["filtering", "{campaign_ids}"],
    ["fields", "campaign_name"],
    ["filtering", '{"colour": 1}'],
  ])("refuses a %s that is no JSON of its kind", async (name, text) => {
    const path = `/campaign/get/?advertiser_id=${harness.advertiser_id}&${name}=${encodeURIComponent(text)}`;
    expect((await harness.call("GET", path)).code).toBe(40002);
  });

  test("refuses access to another person's ad account", async () => {
    const other = await harness.sandbox.control<{ advertiser_id: string }>("tokens", {
      vendor: "tiktok",
      identity: "fahad",
    });
    const { code } = await harness.get("/campaign/get/", { advertiser_id: other.advertiser_id });
    expect(code).toBe(40001);
    expect((await harness.get("/campaign/get/", { advertiser_id: "7000000000000000000" })).code).toBe(40300);
    const tree = await makeTree(harness);
    const foreign = {
      advertiser_id: harness.advertiser_id,
      campaign_ids: [tree.adgroup],
      operation_status: "DISABLE",
    };
    expect((await harness.post("/campaign/status/update/", foreign)).code).toBe(40007);
  });
});

describe("the authorization of the app", () => {
  const portal = (query: Record<string, string>) =>
    `${harness.sandbox.url}/tiktok/portal/auth?${new URLSearchParams({
      app_id: APP.id,
      state: "s1",
      redirect_uri: "http://localhost:3000/oauth/tiktok/callback",
      ...query,
    })}`;
  const decide = async (choice: string, decision = "allow") => {
    const body = new URLSearchParams({ choice, decision });
    const reply = await fetch(portal({}), { method: "POST", body, redirect: "manual" });
    return new URL(reply.headers.get("location") ?? "http://nowhere");
  };
  const exchange = (change: Json = {}) =>
    harness.post("/oauth2/access_token/", { app_id: APP.id, secret: APP.secret, ...change });

  test("shows a page that says it is a sandbox, and only for a known app", async () => {
    const page = await (await fetch(portal({}))).text();
    expect(page).toContain("sandbox");
    expect(page).toContain("Noura Al-Otaibi");
    expect((await fetch(portal({ app_id: "1" }))).status).toBe(400);
    expect((await fetch(portal({ redirect_uri: "http://shop.example/" }))).status).toBe(400);
  });

  test("returns a code that works once, for a token without an expiry", async () => {
    const back = await decide("khalid");
    expect(back.searchParams.get("state")).toBe("s1");
    const auth_code = back.searchParams.get("auth_code") ?? "";
    const { access_token, advertiser_ids, scope } = await expectOk(exchange({ auth_code }));
    expect(advertiser_ids).toHaveLength(1);
    expect(scope).toContain(4);
    expect((await exchange({ auth_code })).code).toBe(40110);
    const headers = { "access-token": String(access_token) };
    const info = await expectOk(harness.get("/advertiser/info/", { advertiser_ids }, headers));
    expect((info.list as Json[])[0]).toMatchObject({
      currency: "USD",
      timezone: "America/New_York",
      status: "STATUS_ENABLE",
    });
    const app = { app_id: APP.id, secret: APP.secret };
    const listed = await expectOk(harness.get("/oauth2/advertiser/get/", app, headers));
    expect(listed.list).toEqual([
      { advertiser_id: (advertiser_ids as string[])[0], advertiser_name: "Khalid US" },
    ]);
    await expectOk(harness.post("/oauth2/revoke_token/", { ...app, access_token }));
    expect((await harness.get("/user/info/", {}, headers)).code).toBe(40105);
  });

  test("returns no code after a denial, and refuses a wrong secret", async () => {
    const back = await decide("noura", "deny");
    expect([...back.searchParams.keys()].sort()).toEqual(["error", "state"]);
    expect((await exchange({ secret: "no", auth_code: "x" })).code).toBe(40101);
  });

  test("with the reporting scope only cannot write", async () => {
    const maha = await openHarness("maha");
    const reply = await maha.post("/campaign/create/", { advertiser_id: maha.advertiser_id });
    expect(reply.code).toBe(40001);
    await maha.stop();
  });

  test("of a fresh person creates new ad accounts, with the overrides", async () => {
    const overrides = { currency: "USD", disabled: true, no_identity: true };
    const fresh = await openHarness("fresh", overrides);
    const info = await expectOk(fresh.get("/advertiser/info/", { advertiser_ids: [fresh.advertiser_id] }));
    expect((info.list as Json[])[0]).toMatchObject({ currency: "USD", status: "STATUS_DISABLE" });
    expect(
      (await expectOk(fresh.get("/identity/get/", { advertiser_id: fresh.advertiser_id }))).identity_list,
    ).toEqual([]);
    expect((await fresh.post("/campaign/create/", { advertiser_id: fresh.advertiser_id })).code).toBe(40002);
    await fresh.stop();
  });
});

describe("an ad account", () => {
  test("lists its identities, its pixel and the places", async () => {
    const { advertiser_id } = harness;
    const { identity_list } = await expectOk(harness.get("/identity/get/", { advertiser_id }));
    expect((identity_list as Json[]).map((each) => each.identity_type)).toEqual([
      "TT_USER",
      "CUSTOMIZED_USER",
    ]);
    const created = await expectOk(
      harness.post("/identity/create/", { advertiser_id, display_name: "عطور نورة" }),
    );
    const custom = await expectOk(
      harness.get("/identity/get/", { advertiser_id, identity_type: "CUSTOMIZED_USER" }),
    );
    expect((custom.identity_list as Json[]).map((each) => each.identity_id)).toContain(created.identity_id);
    const { pixels } = await expectOk(harness.get("/pixel/list/", { advertiser_id }));
    expect((pixels as Json[])[0]?.pixel_id).toBe(harness.pixel_id);
    const baseQuery = {
      advertiser_id,
      placements: ["PLACEMENT_TIKTOK"],
      objective_type: "TRAFFIC",
      level_range: "TO_COUNTRY",
    };
    const { region_info } = await expectOk(harness.get("/tool/region/", baseQuery));
    expect(region_info).toContainEqual(expect.objectContaining({ location_id: "102358", region_code: "SA" }));
  });
});
