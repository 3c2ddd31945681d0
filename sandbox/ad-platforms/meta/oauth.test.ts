import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Harness, openHarness, V } from "./testing.ts";
import { computeAppSecretProof } from "./tokens.ts";

const BACK = "http://localhost:3000/oauth/meta/callback";
let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

function dialogUrl(change: Record<string, string | null> = {}): string {
  const url = new URL(`${harness.sandbox.url}/meta-dialog${V}/dialog/oauth`);
  const authorizeParams = {
    response_type: "code",
    client_id: "rawaj-meta",
    redirect_uri: BACK,
    scope: "ads_management,ads_read,pages_show_list",
    state: "s-1",
    ...change,
  };
  for (const [name, value] of Object.entries(authorizeParams))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

async function decide(form: Record<string, string>): Promise<URL> {
  const answer = await fetch(dialogUrl(), {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  return new URL(answer.headers.get("location") ?? "about:blank");
}

async function token(query: Record<string, string>) {
  const authorizeParams = { client_id: "rawaj-meta", client_secret: "rawaj-meta-secret", ...query };
  const answer = await fetch(
    `${harness.sandbox.url}/meta${V}/oauth/access_token?${new URLSearchParams(authorizeParams)}`,
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const exchange = (code: string, redirect_uri = BACK) => token({ code, redirect_uri });
const toError = (body: Record<string, unknown>) => body.error as Record<string, unknown>;

describe("the login dialog", () => {
  it("shows that it is a sandbox and offers the identities", async () => {
    const page = await (await fetch(dialogUrl())).text();
    for (const words of ["Sandbox", "noura", "fahad", "layla", "sara", "reem", "fresh"])
      expect(page).toContain(words);
  });

  it.each([
    ["an unknown app", { client_id: "somebody" }],
    ["an unknown permission", { scope: "everything" }],
    ["a redirect address without https", { redirect_uri: "http://shop.example/back" }],
    ["no state", { state: null }],
  ])("is not shown for %s", async (_what, change) => {
    expect((await fetch(dialogUrl(change))).status).toBe(400);
  });

  it("returns the reason for a denial", async () => {
    const back = await decide({ decision: "deny" });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: "access_denied",
      error_reason: "user_denied",
      state: "s-1",
    });
  });
});

describe("a token", () => {
  it("is short-lived at first, and is exchanged for one of sixty days", async () => {
    const back = await decide({ decision: "allow", choice: "noura" });
    const short = await exchange(back.searchParams.get("code") ?? "");
    expect(short.body).toMatchObject({ token_type: "bearer", expires_in: 5_400 });
    const long = await token({
      grant_type: "fb_exchange_token",
      fb_exchange_token: String(short.body.access_token),
    });
    expect(long.body).toMatchObject({ token_type: "bearer", expires_in: 60 * 86_400 });
    expect((await harness.call("GET", "/me", undefined, String(long.body.access_token))).body).toMatchObject({
      id: harness.user_id,
    });
  });

  it("is issued for a code once, and for the same redirect address", async () => {
    const first = (await decide({ decision: "allow", choice: "noura" })).searchParams.get("code") ?? "";
    expect((await exchange(first, "http://localhost:3000/other")).status).toBe(400);
    const second = (await decide({ decision: "allow", choice: "noura" })).searchParams.get("code") ?? "";
    expect((await exchange(second)).status).toBe(200);
    expect(toError((await exchange(second)).body)).toMatchObject({ code: 100, error_subcode: 36_009 });
  });

  it("lists declined permissions, and cannot write without them", async () => {
    const code =
      (await decide({ decision: "allow", choice: "noura", keep_back: "ads_management" })).searchParams.get(
        "code",
      ) ?? "";
    const { body } = await exchange(code);
    const permissions = await harness.call("GET", "/me/permissions", undefined, String(body.access_token));
    expect(permissions.body.data).toContainEqual({ permission: "ads_management", status: "declined" });
    const path = `/act_${harness.ad_account_id}/campaigns`;
    const tried = await harness.call("POST", path, { name: "x" }, String(body.access_token));
    expect(toError(tried.body)).toMatchObject({ code: 200 });
  });

  it("that is expired, revoked or unknown gets its own error", async () => {
    const loadErrorCode = async (given?: string) =>
      toError((await harness.call("GET", "/me", undefined, given)).body);
    expect(await loadErrorCode("EAAnonsense")).toMatchObject({ code: 190, type: "OAuthException" });
    await harness.sandbox.control("faults", { vendor: "meta", kind: "expire_tokens" });
    expect(await loadErrorCode()).toMatchObject({ code: 190, error_subcode: 463 });
    await harness.sandbox.control("meta/revoke", { identity: "noura" });
    expect(await loadErrorCode()).toMatchObject({ code: 190, error_subcode: 458 });
  });

  it("may come with its appsecret_proof, which must then be valid", async () => {
    const withProof = (appsecret_proof: string) => harness.call("GET", "/me", { appsecret_proof });
    expect((await withProof(computeAppSecretProof(harness.access_token))).status).toBe(200);
    expect(toError((await withProof("0".repeat(64))).body)).toMatchObject({ code: 104 });
  });

  it("is inspected with the app's own token", async () => {
    const query = { input_token: harness.access_token, access_token: "rawaj-meta|rawaj-meta-secret" };
    const answer = await fetch(`${harness.sandbox.url}/meta${V}/debug_token?${new URLSearchParams(query)}`);
    expect(await answer.json()).toMatchObject({ data: { is_valid: true, user_id: harness.user_id } });
  });
});
