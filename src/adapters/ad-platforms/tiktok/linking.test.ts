import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerPage } from "../shared/testing/ground.ts";
import { type Bench, openBench } from "./testing.ts";
import { makeTiktok } from "./tiktok.ts";

const redirectUri = "http://localhost:3000/oauth/tiktok/callback";
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.stop());

/** As a person does it: begins here, answers TikTok's own page, and comes back with what it sends. */
async function authorizeAs(choice: string, decision = "allow") {
  const begun = await bench.platform.startAuthorization({ state: "ours", redirectUri, codeChallenge: "" });
  const back = await answerPage(begun.url, { decision, choice });
  return { back, query: Object.fromEntries(back.searchParams) };
}
const exchange = (query: Record<string, string>, platform = bench.platform) =>
  platform.exchangeCode({ query, redirectUri, codeVerifier: "", secret: null });
const loadAccessibleAccounts = async (identity: string) =>
  bench.platform.listAccessibleAccounts((await bench.someone({ identity })).account.accessToken);

describe("linking TikTok", () => {
  it("leads over TikTok's page to a permission that has no end", async () => {
    const { back, query } = await authorizeAs("noura");
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect(bench.platform.parseCallback(query)).toEqual({ state: "ours", outcome: "allowed" });
    const tokens = await exchange(query);
    expect(tokens).toMatchObject({ refreshToken: null, expiresAt: null });
    expect(await bench.platform.listAccessibleAccounts(tokens.accessToken)).toHaveLength(2);
    await expect(exchange(query)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:consent_not_valid",
    });
  });

  it("comes back empty-handed from a denial, and from a consent without all scopes", async () => {
    const { query } = await authorizeAs("noura", "deny");
    expect(bench.platform.parseCallback(query)).toEqual({ state: "ours", outcome: "denied" });
    expect(bench.platform.parseCallback({})).toEqual({ state: null, outcome: "unclear" });
    const reportsOnly = await authorizeAs("maha");
    await expect(exchange(reportsOnly.query)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:scopes_missing",
    });
  });

  it("asks again later when it is our own settings that TikTok refuses, or when no answer came", async () => {
    const { query } = await authorizeAs("noura");
    const stranger = makeTiktok({ ...bench.settings, secret: "wrong" });
    await expect(exchange(query, stranger)).rejects.toMatchObject({ kind: "later" });
    await bench.sandbox.control("faults", { vendor: "tiktok", kind: "500", times: 1 });
    await expect(exchange(query)).rejects.toMatchObject({ kind: "later" });
    expect((await exchange(query)).accessToken).toBeTruthy();
  });

  it("cannot renew a permission that was taken back", async () => {
    await expect(bench.platform.refresh("anything")).rejects.toMatchObject({ kind: "reconnect" });
  });
});

describe("what may be advertised with", () => {
  it("is each ad account as an organisation of its own, with the TikTok accounts it shows ads under", async () => {
    const [first] = await loadAccessibleAccounts("noura");
    expect(first).toMatchObject({
      name: "نورة - الحساب الرئيسي",
      adAccounts: [{ currency: "SAR", timeZone: "Asia/Riyadh", isUsable: true }],
      // The name with a picture beside it stands for no account, and TikTok lets it advertise no more.
      profiles: [{ name: "متجر نورة للعطور (@noura)" }],
    });
    expect(first?.adAccounts[0]?.id).toBe(first?.id);
    expect(first?.profiles.map(({ id }) => id.split(":")[0])).toEqual(["TT_USER"]);
  });

  it("says what is missing for each who cannot advertise yet", async () => {
    expect(await loadAccessibleAccounts("sara")).toEqual([]);
    expect((await loadAccessibleAccounts("fahad"))[0]?.profiles).toEqual([]);
    const accountOf = async (identity: string) => (await loadAccessibleAccounts(identity))[0]?.adAccounts[0];
    expect(await accountOf("khalid")).toMatchObject({ currency: "USD", timeZone: "America/New_York" });
    expect(await accountOf("reem")).toMatchObject({ isUsable: false, reason: "disabled" });
  });

  it("names the pixel that knows of purchases", async () => {
    const { accessToken, adAccountId, pixelId } = (await bench.someone({ identity: "noura" })).account;
    const account = { organizationId: adAccountId, adAccountId };
    expect(await bench.platform.findPixel(accessToken, account)).toBe(pixelId);
  });
});
