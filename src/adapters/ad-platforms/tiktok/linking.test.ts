import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submitAuthorizationPage } from "../shared/testing/sandbox-context.ts";
import { type Harness, openHarness } from "./testing.ts";
import { makeTiktok } from "./tiktok.ts";

const redirectUri = "http://localhost:3000/oauth/tiktok/callback";
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

/** Runs the authorization as a user: starts it, submits TikTok's page, and returns the callback's query. */
async function authorizeAs(choice: string, decision = "allow") {
  const started = await harness.platform.startAuthorization({
    state: "ours",
    redirectUri,
    codeChallenge: "",
  });
  const callbackUrl = await submitAuthorizationPage(started.url, { decision, choice });
  return { callbackUrl, query: Object.fromEntries(callbackUrl.searchParams) };
}
const exchange = (query: Record<string, string>, platform = harness.platform) =>
  platform.exchangeCode({ query, redirectUri, codeVerifier: "", secret: null });
const loadAccessibleAccounts = async (identity: string) =>
  harness.platform.listAccessibleAccounts((await harness.openAccount({ identity })).account.accessToken);

describe("linking TikTok", () => {
  it("leads through TikTok's page to a token that does not expire", async () => {
    const { callbackUrl, query } = await authorizeAs("noura");
    expect(callbackUrl.origin + callbackUrl.pathname).toBe(redirectUri);
    expect(harness.platform.parseCallback(query)).toEqual({ state: "ours", outcome: "allowed" });
    const tokens = await exchange(query);
    expect(tokens).toMatchObject({ refreshToken: null, expiresAt: null });
    expect(await harness.platform.listAccessibleAccounts(tokens.accessToken)).toHaveLength(2);
    await expect(exchange(query)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:consent_not_valid",
    });
  });

  it("ends without a token after a denial, and after a consent without all scopes", async () => {
    const { query } = await authorizeAs("noura", "deny");
    expect(harness.platform.parseCallback(query)).toEqual({ state: "ours", outcome: "denied" });
    expect(harness.platform.parseCallback({})).toEqual({ state: null, outcome: "unclear" });
    const reportsOnly = await authorizeAs("maha");
    await expect(exchange(reportsOnly.query)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:scopes_missing",
    });
  });

  it("is retried later when TikTok refuses our own settings, or does not respond", async () => {
    const { query } = await authorizeAs("noura");
    const misconfigured = makeTiktok({ ...harness.settings, secret: "wrong" });
    await expect(exchange(query, misconfigured)).rejects.toMatchObject({ kind: "later" });
    await harness.sandbox.control("faults", { vendor: "tiktok", kind: "500", times: 1 });
    await expect(exchange(query)).rejects.toMatchObject({ kind: "later" });
    expect((await exchange(query)).accessToken).toBeTruthy();
  });

  it("cannot refresh revoked access", async () => {
    await expect(harness.platform.refresh("anything")).rejects.toMatchObject({ kind: "reconnect" });
  });
});

describe("accessible accounts", () => {
  it("lists each ad account as its own organization, with the TikTok accounts it shows ads under", async () => {
    const [first] = await loadAccessibleAccounts("noura");
    expect(first).toMatchObject({
      name: "نورة - الحساب الرئيسي",
      adAccounts: [{ currency: "SAR", timeZone: "Asia/Riyadh", isUsable: true }],
      // The custom identity is left out: it is not a TikTok account, and TikTok no longer accepts it.
      profiles: [{ name: "متجر نورة للعطور (@noura)" }],
    });
    expect(first?.adAccounts[0]?.id).toBe(first?.id);
    expect(first?.profiles.map(({ id }) => id.split(":")[0])).toEqual(["TT_USER"]);
  });

  it("reports what is missing for each user who cannot advertise yet", async () => {
    expect(await loadAccessibleAccounts("sara")).toEqual([]);
    expect((await loadAccessibleAccounts("fahad"))[0]?.profiles).toEqual([]);
    const findAdAccount = async (identity: string) =>
      (await loadAccessibleAccounts(identity))[0]?.adAccounts[0];
    expect(await findAdAccount("khalid")).toMatchObject({ currency: "USD", timeZone: "America/New_York" });
    expect(await findAdAccount("reem")).toMatchObject({ isUsable: false, reason: "disabled" });
  });

  it("finds the pixel that counts purchases", async () => {
    const { accessToken, adAccountId, pixelId } = (await harness.openAccount({ identity: "noura" })).account;
    const account = { organizationId: adAccountId, adAccountId };
    expect(await harness.platform.findPixel(accessToken, account)).toBe(pixelId);
  });
});
