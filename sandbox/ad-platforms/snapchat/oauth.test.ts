import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeSnapchat } from "./snapchat.ts";

const BACK = "http://localhost:3000/oauth/snapchat/callback";
let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openTestSandbox([makeSnapchat]);
});
afterEach(() => sandbox.close());

function consentUrl(change: Record<string, string | null> = {}): string {
  const url = new URL(`${sandbox.url}/snapchat-accounts/login/oauth2/authorize`);
  const authorizeParams = {
    response_type: "code",
    client_id: "rawaj-snapchat",
    redirect_uri: BACK,
    scope: "snapchat-marketing-api snapchat-profile-api",
    state: "s-1",
    ...change,
  };
  for (const [name, value] of Object.entries(authorizeParams))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

async function decide(form: Record<string, string>, url = consentUrl()): Promise<URL> {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "about:blank");
}

async function token(
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${sandbox.url}/snapchat-accounts/login/oauth2/access_token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: "rawaj-snapchat",
      client_secret: "rawaj-snapchat-secret",
      ...form,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const exchange = (code: string, redirectUri = BACK) =>
  token({ grant_type: "authorization_code", code, redirect_uri: redirectUri });
const fetchAs = (host: string, path: string, accessToken: unknown) =>
  fetch(`${sandbox.url}/${host}/v1${path}`, { headers: { authorization: `Bearer ${accessToken}` } });

describe("the consent page", () => {
  test("shows that it is a sandbox and offers the identities", async () => {
    const page = await (await fetch(consentUrl())).text();
    for (const words of ["Sandbox", "noura", "fahad", "sara", "khalid", "reem", "fresh"])
      expect(page).toContain(words);
  });

  test.each([
    ["an unknown client", { client_id: "somebody" }],
    ["no state", { state: null }],
    ["an unknown scope", { scope: "everything" }],
    ["no scope", { scope: null }],
    ["a plain http address elsewhere", { redirect_uri: "http://store.example/back" }],
    ["another response type", { response_type: "token" }],
  ])("%s is refused on the page, never redirected", async (_name, change) => {
    const answer = await fetch(consentUrl(change), { redirect: "manual" });
    expect(answer.status).toBe(400);
    expect((await decide({ choice: "noura", decision: "allow" }, consentUrl(change))).href).toBe(
      "about:blank",
    );
  });

  test("redirects a denial back with access_denied and the state", async () => {
    const back = await decide({ choice: "noura", decision: "deny" });
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("state")).toBe("s-1");
  });
});

describe("codes and tokens", () => {
  test("a code is exchanged for tokens once, and only for the same redirect_uri", async () => {
    const code = (await decide({ choice: "noura", decision: "allow" })).searchParams.get("code") ?? "";
    const first = await exchange(code);
    expect(first.body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
    expect((await exchange(code)).body.error).toBe("invalid_grant");
    const other = (await decide({ choice: "noura", decision: "allow" })).searchParams.get("code") ?? "";
    expect((await exchange(other, `${BACK}/`)).body.error).toBe("invalid_grant");
  });

  test("a wrong secret is 401 invalid_client", async () => {
    const answer = await token({ grant_type: "refresh_token", refresh_token: "x", client_secret: "wrong" });
    expect(answer).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  });

  test("an expired token is 401 with the header, and a refresh gives a new one", async () => {
    const code = (await decide({ choice: "noura", decision: "allow" })).searchParams.get("code") ?? "";
    const { body } = await exchange(code);
    await sandbox.control("faults", { vendor: "snapchat", kind: "expire_tokens" });
    const late = await fetchAs("snapchat", "/me", body.access_token);
    expect(late.status).toBe(401);
    expect(late.headers.get("www-authenticate")).toContain('error_description="The access token expired"');
    const again = await token({ grant_type: "refresh_token", refresh_token: String(body.refresh_token) });
    expect((await fetchAs("snapchat", "/me", again.body.access_token)).status).toBe(200);
  });

  test("revoked access ends the refresh token too", async () => {
    const tokens = await sandbox.control("tokens", { vendor: "snapchat" });
    await sandbox.control("snapchat/revoke", { identity: "noura" });
    expect((await fetchAs("snapchat", "/me", tokens.access_token)).status).toBe(401);
    const again = await token({ grant_type: "refresh_token", refresh_token: String(tokens.refresh_token) });
    expect(again.body.error).toBe("invalid_grant");
  });

  test("each host needs its own scope", async () => {
    const { access_token, organization_id } = await sandbox.control("tokens", {
      vendor: "snapchat",
      scope: "snapchat-marketing-api",
    });
    expect((await fetchAs("snapchat", "/me", access_token)).status).toBe(200);
    const profiles = await fetchAs(
      "snapchat-business",
      `/organizations/${organization_id}/public_profiles`,
      access_token,
    );
    expect(profiles.status).toBe(403);
  });
});

describe("the demo people", () => {
  const loadOrganization = async (identity: string) => {
    const given = await sandbox.control("tokens", { vendor: "snapchat", identity });
    const answer = await fetchAs("snapchat", "/me/organizations?with_ad_accounts=true", given.access_token);
    const body = (await answer.json()) as { organizations: { organization: Record<string, never> }[] };
    const profiles = await fetchAs(
      "snapchat-business",
      `/organizations/${given.organization_id}/public_profiles`,
      given.access_token,
    );
    const found = (await profiles.json()) as { public_profiles: unknown[] };
    const accounts = (body.organizations[0]?.organization.ad_accounts ?? []) as Record<string, string>[];
    return { accounts, profiles: found.public_profiles.length, given };
  };

  test("cover every message the product needs", async () => {
    const noura = await loadOrganization("noura");
    expect(noura.accounts.map((account) => [account.currency, account.status, account.timezone])).toEqual([
      ["SAR", "ACTIVE", "Asia/Riyadh"],
      ["SAR", "ACTIVE", "Asia/Riyadh"],
    ]);
    expect(noura.profiles).toBe(1);
    expect(noura.given.ad_account_id).toBe(noura.accounts[0]?.id);
    expect((await loadOrganization("fahad")).profiles).toBe(0);
    expect((await loadOrganization("sara")).accounts).toEqual([]);
    expect((await loadOrganization("khalid")).accounts[0]?.currency).toBe("USD");
    expect((await loadOrganization("reem")).accounts[0]?.status).toBe("DISABLED");
  });

  test("cannot see each other's organisation", async () => {
    const { given } = await loadOrganization("fahad");
    const noura = await sandbox.control("tokens", { vendor: "snapchat" });
    const foreign = await fetchAs("snapchat", `/adaccounts/${noura.ad_account_id}`, given.access_token);
    expect(foreign.status).toBe(403);
    expect(await foreign.json()).toMatchObject({ error_code: "AUTHORIZATION_PERMISSION_DENIED" });
  });

  test("a fresh one has its own organisation", async () => {
    const one = await sandbox.control("tokens", { vendor: "snapchat", identity: "fresh" });
    const other = await sandbox.control("tokens", { vendor: "snapchat", identity: "fresh" });
    expect(one.ad_account_id).not.toBe(other.ad_account_id);
  });

  test("a fresh one is offered on the page again, with the same accounts", async () => {
    const { identity } = await sandbox.control("tokens", { vendor: "snapchat", identity: "fresh" });
    expect(await (await fetch(consentUrl())).text()).toContain(`value="${identity}"`);
  });
});
