import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codesIn, type Harness, openHarness, signedCall } from "./testing.ts";

const BACK = "http://localhost:3000/oauth/x/callback?state=s-1";
let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

const host = () => `${harness.sandbox.url}/x`;
const token = () => ({ id: harness.oauth_token, secret: harness.oauth_token_secret });
const accounts = () => `${harness.sandbox.url}/x-ads/12/accounts`;

async function requestToken(callback = BACK) {
  const reply = await signedCall(
    null,
    "POST",
    `${host()}/oauth/request_token`,
    {},
    { oauth_callback: callback },
  );
  const form = new URLSearchParams(reply.text);
  return { reply, id: form.get("oauth_token") ?? "", secret: form.get("oauth_token_secret") ?? "" };
}
async function decide(id: string, decision: string, choice = "noura"): Promise<URL> {
  const answer = await fetch(`${host()}/oauth/authorize?oauth_token=${id}`, {
    method: "POST",
    body: new URLSearchParams({ decision, choice }),
    redirect: "manual",
  });
  return new URL(answer.headers.get("location") ?? "about:blank");
}
const exchange = (requested: { id: string; secret: string }, verifier: string) =>
  signedCall(requested, "POST", `${host()}/oauth/access_token`, { form: { oauth_verifier: verifier } });

describe("the three legs", () => {
  test("exchange a request token over the page for an access token, once", async () => {
    const requested = await requestToken();
    expect(new URLSearchParams(requested.reply.text).get("oauth_callback_confirmed")).toBe("true");
    const page = await (await fetch(`${host()}/oauth/authorize?oauth_token=${requested.id}`)).text();
    for (const words of ["Sandbox", "noura", "fahad", "sara", "khalid", "reem", "fresh"])
      expect(page).toContain(words);
    const back = await decide(requested.id, "allow");
    expect(back.searchParams.get("state")).toBe("s-1");
    const verifier = back.searchParams.get("oauth_verifier") ?? "";
    expect((await exchange(requested, "wrong")).status).toBe(401);
    const given = new URLSearchParams((await exchange(requested, verifier)).text);
    expect(given.get("screen_name")).toBe("noura_sa");
    const accessToken = { id: given.get("oauth_token") ?? "", secret: given.get("oauth_token_secret") ?? "" };
    expect((await signedCall(accessToken, "GET", accounts())).status).toBe(200);
    expect((await exchange(requested, verifier)).status).toBe(401);
  });

  test("end with `denied` when the person refuses, and the request token is deleted", async () => {
    const requested = await requestToken();
    const back = await decide(requested.id, "deny");
    expect([back.searchParams.get("denied"), back.searchParams.get("state")]).toEqual([requested.id, "s-1"]);
    expect((await fetch(`${host()}/oauth/authorize?oauth_token=${requested.id}`)).status).toBe(400);
  });

  test("refuse a plain http callback on another host", async () => {
    expect((await requestToken("http://store.example/back")).reply.status).toBe(403);
  });
});

describe("a signature", () => {
  test("covers the query and the form parameters", async () => {
    const signed = await signedCall(token(), "GET", accounts(), { query: { q: "متجر" } });
    expect((signed.body.data as unknown[]).length).toBe(1);
    const url = `${harness.sandbox.url}/x-ads/12/accounts/${harness.account_id}/campaigns`;
    const made = await signedCall(token(), "POST", url, {
      form: { name: "حملة 1", funding_instrument_id: "no" },
    });
    expect(codesIn(made)).toEqual(["FUNDING_INSTRUMENT_NOT_FOUND"]);
  });

  test.each([
    ["another consumer", { oauth_consumer_key: "somebody" }],
    ["another method", { oauth_signature_method: "PLAINTEXT" }],
    ["an old timestamp", { oauth_timestamp: String(Math.floor(Date.now() / 1_000) - 400) }],
    ["a timestamp to come", { oauth_timestamp: String(Math.floor(Date.now() / 1_000) + 400) }],
    ["a token nobody has", { oauth_token: "1-nobody" }],
    ["no nonce", { oauth_nonce: "" }],
  ])("with %s is refused", async (_name, change) => {
    const reply = await signedCall(token(), "GET", accounts(), {}, change);
    expect([reply.status, ...codesIn(reply)]).toEqual([401, "UNAUTHORIZED_ACCESS"]);
  });

  test("with another secret is refused, and so is a missing one", async () => {
    expect((await signedCall({ id: harness.oauth_token, secret: "wrong" }, "GET", accounts())).status).toBe(
      401,
    );
    expect((await fetch(accounts())).status).toBe(401);
  });

  test("is accepted once: the same nonce again is refused", async () => {
    const replay = { oauth_nonce: "once" };
    expect((await signedCall(token(), "GET", accounts(), {}, replay)).status).toBe(200);
    expect((await signedCall(token(), "GET", accounts(), {}, replay)).status).toBe(401);
  });
});

describe("tokens", () => {
  test("have no expiry, but a person can revoke them", async () => {
    await harness.sandbox.control("x/revoke", { identity: "noura" });
    const reply = await harness.call("GET", "/accounts");
    expect([reply.status, ...codesIn(reply)]).toEqual([401, "UNAUTHORIZED_ACCESS"]);
  });

  test("of one person cannot access another's account", async () => {
    const fahad = await harness.sandbox.control("tokens", { vendor: "x", identity: "fahad" });
    const reply = await harness.call("GET", `/accounts/${fahad.account_id}/campaigns`);
    expect([reply.status, ...codesIn(reply)]).toEqual([403, "ACCOUNT_NOT_FOUND"]);
  });
});

test("the demo people cover every message the product needs", async () => {
  const loadVisible = async (identity: string) => {
    const given = await harness.sandbox.control<Record<string, string>>("tokens", { vendor: "x", identity });
    const accessToken = { id: given.oauth_token ?? "", secret: given.oauth_token_secret ?? "" };
    const fetchJson = async (path: string) => {
      const { body } = await signedCall(accessToken, "GET", `${harness.sandbox.url}/x-ads/12${path}`);
      return body.data as Record<string, unknown>[] & Record<string, unknown>;
    };
    const found = await fetchJson("/accounts");
    const of = (what: string) => fetchJson(`/accounts/${given.account_id}/${what}`);
    return { accounts: found, of };
  };
  expect(
    (await loadVisible("noura")).accounts.map(({ timezone, approval_status }) => [timezone, approval_status]),
  ).toEqual([
    ["Asia/Riyadh", "ACCEPTED"],
    ["Asia/Riyadh", "ACCEPTED"],
  ]);
  expect((await loadVisible("sara")).accounts).toEqual([]);
  expect((await (await loadVisible("fahad")).of("promotable_users"))[0]?.promotable_user_type).toBe(
    "RETWEETS_ONLY",
  );
  expect((await (await loadVisible("khalid")).of("funding_instruments"))[0]?.currency).toBe("USD");
  expect((await loadVisible("reem")).accounts[0]?.approval_status).toBe("REJECTED");
  expect((await (await loadVisible("bader")).of("funding_instruments"))[0]?.able_to_fund).toBe(false);
  expect((await (await loadVisible("maha")).of("authenticated_user_access")).permissions).toEqual([
    "ANALYST",
  ]);
});
