import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCampaign, type Harness, makeTree, openHarness } from "./testing.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness({ identity: "fresh" });
});
afterAll(() => harness.stop());

type Page = {
  data: { id: string; name?: string }[];
  paging?: { cursors: { after: string }; next?: string; previous?: string };
};
const asPage = (body: unknown) => body as Page;

describe("a read", () => {
  it("returns only the id when no fields are requested", async () => {
    const { campaign } = await makeTree(harness);
    expect(await harness.get(`/${campaign}`)).toEqual({ id: campaign });
  });

  it("returns fields within fields", async () => {
    const { ad, adSet, campaign } = await makeTree(harness);
    const shown = await harness.get(`/${ad}`, {
      fields: "name,adset{name,campaign{id,name}},creative{id,body}",
    });
    expect(shown).toMatchObject({
      adset: { id: adSet, name: "Riyadh women", campaign: { id: campaign, name: "White Friday" } },
      creative: { body: "وصل حديثًا" },
    });
  });

  it("refuses a field the type does not have", async () => {
    const { campaign } = await makeTree(harness);
    const answer = await harness.refusal("GET", `/${campaign}`, { fields: "name,daily_budget_micro" });
    expect(answer).toEqual({
      code: 100,
      text: "(#100) Tried accessing nonexisting field (daily_budget_micro) on node type (AdCampaignGroup)",
    });
  });

  it("treats somebody else's object like a missing one", async () => {
    const { campaign } = await makeTree(harness);
    const other = await harness.sandbox.control<{ access_token: string }>("tokens", {
      vendor: "meta",
      identity: "fresh",
    });
    for (const id of [campaign, "999"]) {
      const { body } = await harness.call("GET", `/${id}`, undefined, other.access_token);
      expect(body.error).toMatchObject({ code: 100, error_subcode: 33, type: "GraphMethodException" });
    }
  });

  it("with an old version, without one, or with parameters removed in v26 is refused", async () => {
    const fetchJson = async (path: string) =>
      (await (await fetch(`${harness.sandbox.url}/meta${path}`)).json()) as { error: { code: number } };
    expect((await fetchJson("/v19.0/me")).error.code).toBe(2_635);
    expect((await fetchJson("/me")).error.code).toBe(2_635);
    expect((await harness.refusal("GET", "/me", { pretty: "1" })).code).toBe(100);
  });
});

describe("a list", () => {
  it("returns twenty-five, and the full address of the next page", async () => {
    const own = await harness.sandbox.control<{ access_token: string; ad_account_id: string }>("tokens", {
      vendor: "meta",
      identity: "fresh",
    });
    const path = `/act_${own.ad_account_id}/campaigns`;
    for (let index = 0; index < 27; index += 1)
      await harness.call("POST", path, aCampaign({ name: `c${index}` }), own.access_token);
    const first = asPage((await harness.call("GET", path, { fields: "name" }, own.access_token)).body);
    expect(first.data).toHaveLength(25);
    expect(first.data[0]?.name).toBe("c26");
    const next = asPage(await (await fetch(first.paging?.next ?? "")).json());
    expect(next.data.map((each) => each.name)).toEqual(["c1", "c0"]);
    expect(next.paging?.next).toBeUndefined();
    const again = asPage(await (await fetch(next.paging?.previous ?? "")).json());
    expect(again.data).toEqual(first.data);
    const after = { fields: "name", limit: "1", after: first.paging?.cursors.after ?? "" };
    expect(asPage((await harness.call("GET", path, after, own.access_token)).body).data).toHaveLength(1);
  });

  it("of an object's children leaves out archived ones unless they are requested", async () => {
    const { campaign, adSet } = await makeTree(harness);
    await harness.call("POST", `/${adSet}`, { status: "ARCHIVED" });
    const list = (params?: Record<string, string>) => harness.get(`/${campaign}/adsets`, params);
    expect(asPage(await list()).data).toEqual([]);
    expect(asPage(await list({ effective_status: '["ACTIVE","ARCHIVED"]' })).data).toEqual([{ id: adSet }]);
  });
});

describe("the identity", () => {
  const someone = async (identity: string) => {
    const ready = await harness.sandbox.control<{ access_token: string; ad_account_id: string | null }>(
      "tokens",
      { vendor: "meta", identity },
    );
    const fetchJson = async (path: string, params?: Record<string, string>) =>
      (await harness.call("GET", path, params, ready.access_token)).body as {
        data: Record<string, unknown>[];
      };
    return { ...ready, fetchJson };
  };
  const FIELDS =
    "account_id,name,currency,timezone_name,account_status,funding_source,business{id,name},user_tasks";

  it("decides the ad accounts and their properties", async () => {
    const loadAccounts = async (identity: string) =>
      (await (await someone(identity)).fetchJson("/me/adaccounts", { fields: FIELDS })).data;
    expect(await loadAccounts("noura")).toHaveLength(2);
    expect(await loadAccounts("sara")).toEqual([]);
    expect(await loadAccounts("khalid")).toMatchObject([
      { currency: "USD", timezone_name: "America/New_York" },
    ]);
    expect(await loadAccounts("reem")).toMatchObject([{ account_status: 2 }]);
    expect((await loadAccounts("bader"))[0]?.funding_source).toBeUndefined();
    expect(await loadAccounts("maha")).toMatchObject([{ user_tasks: ["ANALYZE"] }]);
  });

  it("decides the Pages and their Instagram accounts", async () => {
    const fields = "id,name,tasks,instagram_business_account{id,username}";
    const loadPages = async (identity: string) =>
      (await (await someone(identity)).fetchJson("/me/accounts", { fields })).data;
    expect(await loadPages("noura")).toMatchObject([
      { instagram_business_account: { username: "noura.perfumes" } },
    ]);
    expect((await loadPages("layla"))[0]?.instagram_business_account).toBeUndefined();
    expect(await loadPages("fahad")).toEqual([]);
  });

  it("decides write access: not for an analyst, and not in a disabled account", async () => {
    for (const [identity, code] of [
      ["maha", 200],
      ["reem", 2_641],
    ] as const) {
      const { access_token, ad_account_id } = await someone(identity);
      const { body } = await harness.call(
        "POST",
        `/act_${ad_account_id}/campaigns`,
        aCampaign(),
        access_token,
      );
      expect(body.error).toMatchObject({ code });
    }
  });

  it("can be fresh with a chosen currency, or with a disabled account", async () => {
    const made = await harness.sandbox.control("tokens", {
      vendor: "meta",
      identity: "fresh",
      currency: "AED",
      disabled: true,
    });
    const { body } = await harness.call(
      "GET",
      `/act_${made.ad_account_id}`,
      { fields: "currency,account_status" },
      String(made.access_token),
    );
    expect(body).toMatchObject({ currency: "AED", account_status: 2 });
  });
});

describe("a batch", () => {
  it("answers each part like a single call", async () => {
    const { campaign } = await makeTree(harness);
    const batch = [
      { method: "GET", relative_url: `v26.0/${campaign}?fields=name` },
      { method: "GET", relative_url: "v26.0/999" },
      { method: "POST", relative_url: `v26.0/${campaign}`, body: "status=PAUSED" },
    ];
    const response = await fetch(`${harness.sandbox.url}/meta/`, {
      method: "POST",
      body: new URLSearchParams({ access_token: harness.access_token, batch: JSON.stringify(batch) }),
    });
    const answers = (await response.json()) as { code: number; body: string }[];
    expect(answers.map(({ code }) => code)).toEqual([200, 400, 200]);
    expect(JSON.parse(answers[0]?.body ?? "")).toEqual({ name: "White Friday", id: campaign });
    expect(await harness.get(`/${campaign}`, { fields: "status" })).toMatchObject({ status: "PAUSED" });
  });

  it("has at most fifty parts", async () => {
    const batch = JSON.stringify(
      Array.from({ length: 51 }, () => ({ method: "GET", relative_url: "v26.0/me" })),
    );
    const { body } = await harness.call("POST", "/", { batch });
    expect(body.error).toMatchObject({ code: 100 });
  });
});

describe("the usage of an ad account", () => {
  it("is reported in headers, and calls above the limit of an app with limited access are refused", async () => {
    const own = await openHarness({ identity: "fresh" });
    await own.sandbox.control("meta/tier", { tier: "development_access" });
    const path = `/act_${own.ad_account_id}/campaigns`;
    const first = await own.call("POST", path, aCampaign());
    const usage = JSON.parse(first.headers.get("x-business-use-case-usage") ?? "{}");
    expect(usage[own.ad_account_id]).toMatchObject([
      { type: "ads_management", ads_api_access_tier: "development_access" },
    ]);
    let last = first;
    for (let index = 0; index < 25 && last.status === 200; index += 1)
      last = await own.call("POST", path, aCampaign());
    expect(last.body.error).toMatchObject({ code: 17, error_subcode: 2_446_079 });
    const reported = JSON.parse(last.headers.get("x-business-use-case-usage") ?? "{}");
    expect(reported[own.ad_account_id][0].estimated_time_to_regain_access).toBe(5);
    await own.stop();
  });

  it("can be set to used up for a number of whole minutes", async () => {
    await harness.sandbox.control("faults", { vendor: "meta", kind: "429", times: 1, retry_after: 61 });
    const { body, headers } = await harness.call("GET", "/me");
    expect(body.error).toMatchObject({ code: 80_004 });
    expect(headers.get("x-business-use-case-usage")).toContain('"estimated_time_to_regain_access":2');
    expect(headers.get("retry-after")).toBeNull();
  });
});

describe("a search", () => {
  it("finds the keys of places and interests", async () => {
    const search = async (params: Record<string, string>) =>
      ((await harness.get("/search", params)) as unknown as Page).data;
    expect(
      await search({ type: "adgeolocation", location_types: '["city"]', q: "riyadh", country_code: "SA" }),
    ).toMatchObject([{ name: "Riyadh", country_code: "SA" }]);
    expect(await search({ type: "adinterest", q: "coff" })).toMatchObject([{ name: "Coffee" }]);
  });
});
