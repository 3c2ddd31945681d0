import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withFrozenClock } from "../../testing/frozen-clock.ts";
import { RATE } from "./facts.ts";
import { aBudget, codesIn, type Harness, openHarness } from "./testing.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

const app = { client_id: "rawaj-google.apps.googleusercontent.com", client_secret: "rawaj-google-secret" };
const redirectUri = "https://rawaj.example/oauth/google/callback";
const verifier = "a".repeat(64);
const challenge = createHash("sha256").update(verifier).digest("base64url");

const authorizeQuery = (change: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "https://www.googleapis.com/auth/adwords",
    access_type: "offline",
    prompt: "consent",
    state: "s-1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...change,
  });
async function agree(change: Record<string, string> = {}, choice = "khalid", decision = "allow") {
  const answer = await fetch(
    `${harness.sandbox.url}/google-accounts/o/oauth2/v2/auth?${authorizeQuery(change)}`,
    {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ decision, choice }),
    },
  );
  return new URL(answer.headers.get("location") ?? "http://none");
}
async function token(form: Record<string, string>) {
  const answer = await fetch(`${harness.sandbox.url}/google-oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ ...app, ...form }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}
const exchange = (code: string, change: Record<string, string> = {}) =>
  token({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...change,
  });

describe("Google's sign-in", () => {
  it("shows a page in both languages, marked as the sandbox's, and refuses an unknown app there", async () => {
    const page = await fetch(`${harness.sandbox.url}/google-accounts/o/oauth2/v2/auth?${authorizeQuery()}`);
    expect(await page.text()).toContain("sandbox");
    const unexpected = await fetch(
      `${harness.sandbox.url}/google-accounts/o/oauth2/v2/auth?${authorizeQuery({ client_id: "other" })}`,
    );
    expect([unexpected.status, await unexpected.text()]).toEqual([
      400,
      expect.stringContaining("invalid_client"),
    ]);
  });

  it("issues a code once, to the caller who has the verifier", async () => {
    const back = await agree();
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: "s-1", scope: expect.any(String) });
    const code = back.searchParams.get("code") ?? "";
    const wrong = await exchange((await agree()).searchParams.get("code") ?? "", {
      code_verifier: "b".repeat(64),
    });
    expect(wrong).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const first = await exchange(code);
    expect(first.body).toMatchObject({
      token_type: "Bearer",
      expires_in: 3_599,
      refresh_token: expect.any(String),
    });
    expect((await exchange(code)).body.error).toBe("invalid_grant");
  });

  it("issues a refresh token only offline and with consent, and the same one stays valid", async () => {
    const online = await exchange((await agree({ access_type: "online" })).searchParams.get("code") ?? "");
    expect(online.body).not.toHaveProperty("refresh_token");
    const offline = await exchange((await agree()).searchParams.get("code") ?? "");
    const refresh = () =>
      token({ grant_type: "refresh_token", refresh_token: offline.body.refresh_token ?? "" });
    const [one, two] = [await refresh(), await refresh()];
    expect(one.body).not.toHaveProperty("refresh_token");
    expect(two.body.access_token).not.toBe(one.body.access_token);
    const revoked = await fetch(
      `${harness.sandbox.url}/google-oauth/revoke?token=${encodeURIComponent(offline.body.refresh_token ?? "")}`,
      { method: "POST" },
    );
    expect(revoked.status).toBe(200);
    expect((await refresh()).body).toEqual({
      error: "invalid_grant",
      error_description: "Token has been expired or revoked.",
    });
  });

  it("returns access_denied", async () => {
    expect((await agree({}, "khalid", "deny")).searchParams.get("error")).toBe("access_denied");
  });
});

describe("a caller", () => {
  it.each([
    ["noura", "login_customer_id"],
    ["fahad", "customer_id"],
  ] as const)("%s reaches the manager, or the account itself", async (identity, reached) => {
    const other = await openHarness(identity);
    const { body } = await other.call("GET", "/v25/customers:listAccessibleCustomers");
    expect(body).toEqual({ resourceNames: [`customers/${other[reached]}`] });
    await other.stop();
  });

  it("gets an error when no account is accessible", async () => {
    const other = await openHarness("sara");
    expect((await other.call("GET", "/v25/customers:listAccessibleCustomers")).body).toEqual({});
    await other.stop();
  });

  const search = (headers: Record<string, string>, id = harness.customer_id, version = "v25") =>
    harness.call(
      "POST",
      `/${version}/customers/${id}/googleAds:search`,
      { query: "SELECT customer.id FROM customer" },
      headers,
    );

  it.each([
    ["no token", { authorization: "" }, 401, "authenticationError.OAUTH_TOKEN_INVALID"],
    ["the account in the place of its manager", null, 403, "authorizationError.USER_PERMISSION_DENIED"],
    [
      "another manager",
      { "login-customer-id": "1234567890" },
      403,
      "authorizationError.USER_PERMISSION_DENIED",
    ],
    [
      "a manager with dashes",
      { "login-customer-id": "123-456-7890" },
      400,
      "headerError.INVALID_LOGIN_CUSTOMER_ID",
    ],
  ])("with %s is refused", async (_what, headers, status, code) => {
    const reply = await search(headers ?? { "login-customer-id": harness.customer_id });
    expect([reply.status, codesIn(reply.body)]).toEqual([status, [code]]);
    expect(reply.headers.get("request-id")).toMatch(/\w{20}/);
  });

  it("is refused on accounts that are not theirs, do not exist or are not numbers, and in other versions", async () => {
    const stranger = await harness.sandbox.control<{ customer_id: string }>("tokens", {
      vendor: "google",
      identity: "fahad",
    });
    expect(codesIn((await search({}, stranger.customer_id)).body)).toEqual([
      "authorizationError.USER_PERMISSION_DENIED",
    ]);
    expect(codesIn((await search({}, "1000000001")).body)).toEqual([
      "authenticationError.CUSTOMER_NOT_FOUND",
    ]);
    expect(codesIn((await search({}, "123-456-7890")).body)).toEqual(["requestError.INVALID_CUSTOMER_ID"]);
    expect(codesIn((await search({}, harness.customer_id, "v22")).body)).toEqual([
      "requestError.UNSUPPORTED_VERSION",
    ]);
    expect((await harness.call("GET", "/nothing/here")).headers.get("content-type")).toContain("text/html");
  });

  it("needs the scope, a role to write, and an account that is not suspended", async () => {
    const narrow = await harness.sandbox.control<{ access_token: string }>("tokens", {
      vendor: "google",
      scope: "openid",
    });
    const reply = await search({ authorization: `Bearer ${narrow.access_token}` });
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([
      403,
      expect.stringContaining("insufficient authentication scopes"),
    ]);
    for (const [identity, code] of [
      ["maha", "ACTION_NOT_PERMITTED"],
      ["reem", "ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT"],
    ] as const) {
      const other = await openHarness(identity);
      expect((await other.gaql("SELECT customer.status FROM customer")).rows).toHaveLength(1);
      expect((await other.mutate([aBudget(other)])).codes).toEqual([`authorizationError.${code}`]);
      await other.stop();
    }
  });

  it("gets a retry delay after too many calls", async () => {
    const other = await openHarness("fahad", { rateLimits: true });
    const callApi = () => other.call("GET", "/v25/customers:listAccessibleCustomers");
    const replies = await withFrozenClock(() =>
      Promise.all(Array.from({ length: RATE.burst + 40 }, callApi)),
    );
    const refused = replies.find(({ status }) => status === 429);
    expect(codesIn(refused?.body ?? {})).toEqual(["quotaError.RESOURCE_TEMPORARILY_EXHAUSTED"]);
    expect(JSON.stringify(refused?.body)).toMatch(/"retryDelay":"\d+s"/);
    await other.stop();
  });
});
