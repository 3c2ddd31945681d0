import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submitAuthorizationPage } from "../shared/testing/sandbox-context.ts";
import { type Harness, openHarness } from "./testing.ts";
import { makeX } from "./x.ts";

const redirectUri = "http://localhost:3000/oauth/x/callback";
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

/** Runs the authorization as a user: starts it, submits X's page, and returns the callback's query. */
async function authorizeAs(choice: string, decision = "allow") {
  const started = await harness.platform.startAuthorization({
    state: "ours",
    redirectUri,
    codeChallenge: "",
  });
  const callbackUrl = await submitAuthorizationPage(started.url, { decision, choice });
  return { started, callbackUrl, query: Object.fromEntries(callbackUrl.searchParams) };
}
async function loadAccessibleAccounts(identity: string) {
  return harness.platform.listAccessibleAccounts(
    (await harness.openAccount({ identity })).account.accessToken,
  );
}

describe("linking X", () => {
  it("leads through X's page to a token that does not expire", async () => {
    const { started, callbackUrl, query } = await authorizeAs("noura");
    expect(callbackUrl.origin + callbackUrl.pathname).toBe(redirectUri);
    expect(harness.platform.parseCallback(query)).toEqual({ state: started.state, outcome: "allowed" });
    const exchange = { query, redirectUri, codeVerifier: "", secret: started.secret };
    const tokens = await harness.platform.exchangeCode(exchange);
    expect(tokens).toMatchObject({ refreshToken: null, expiresAt: null });
    expect(await harness.platform.listAccessibleAccounts(tokens.accessToken)).toHaveLength(2);
    await expect(harness.platform.exchangeCode(exchange)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:consent_not_valid",
    });
  });

  it("refuses a stolen verifier without the secret", async () => {
    const { query } = await authorizeAs("noura");
    const stolen = { query, redirectUri, codeVerifier: "", secret: "guessed" };
    await expect(harness.platform.exchangeCode(stolen)).rejects.toMatchObject({ kind: "rejected" });
  });

  it("recognizes a denial by X's request token", async () => {
    const { started, query } = await authorizeAs("noura", "deny");
    expect(harness.platform.parseCallback(query)).toEqual({ state: started.state, outcome: "denied" });
    expect(harness.platform.parseCallback({ oauth_token: "t" })).toEqual({ state: "t", outcome: "unclear" });
    expect(harness.platform.parseCallback({})).toEqual({ state: null, outcome: "unclear" });
  });

  it("is retried later when X refuses our own settings", async () => {
    const misconfigured = makeX({ ...harness.settings, consumerSecret: "wrong" });
    await expect(
      misconfigured.startAuthorization({ state: "", redirectUri, codeChallenge: "" }),
    ).rejects.toMatchObject({
      kind: "later",
    });
  });
});

describe("accessible accounts", () => {
  it("lists each ad account as its own organization, with the user that posts for it", async () => {
    const [first] = await loadAccessibleAccounts("noura");
    expect(first).toMatchObject({
      name: "متجر نورة للعطور",
      adAccounts: [{ currency: "SAR", timeZone: "Asia/Riyadh", isUsable: true }],
      profiles: [{ name: "متجر نورة للعطور" }],
    });
    expect(first?.adAccounts[0]?.id).toBe(first?.id);
  });

  it("reports what is missing for each user who cannot advertise yet", async () => {
    expect(await loadAccessibleAccounts("sara")).toEqual([]);
    expect((await loadAccessibleAccounts("fahad"))[0]?.profiles).toEqual([]);
    const findAdAccount = async (identity: string) =>
      (await loadAccessibleAccounts(identity))[0]?.adAccounts[0];
    expect((await findAdAccount("khalid"))?.currency).toBe("USD");
    expect(await findAdAccount("reem")).toMatchObject({ isUsable: false, reason: "disabled" });
    expect(await findAdAccount("maha")).toMatchObject({ isUsable: false, reason: "role_not_enough" });
  });

  it("finds the tag that counts purchases", async () => {
    const { accessToken, adAccountId, pixelId } = (await harness.openAccount({ identity: "noura" })).account;
    const account = { organizationId: adAccountId, adAccountId };
    expect(await harness.platform.findPixel(accessToken, account)).toBe(pixelId);
  });
});
