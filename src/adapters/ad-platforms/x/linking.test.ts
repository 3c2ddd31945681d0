import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerPage } from "../shared/testing/ground.ts";
import { type Bench, openBench } from "./testing.ts";
import { makeX } from "./x.ts";

const redirectUri = "http://localhost:3000/oauth/x/callback";
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.stop());

/** As a person does it: begins here, answers X's own page, and comes back with what it sends. */
async function authorizeAs(choice: string, decision = "allow") {
  const begun = await bench.platform.startAuthorization({ state: "ours", redirectUri, codeChallenge: "" });
  const back = await answerPage(begun.url, { decision, choice });
  return { begun, back, query: Object.fromEntries(back.searchParams) };
}
async function loadAccessibleAccounts(identity: string) {
  return bench.platform.listAccessibleAccounts((await bench.someone({ identity })).account.accessToken);
}

describe("linking X", () => {
  it("leads over X's page to a permission that has no end", async () => {
    const { begun, back, query } = await authorizeAs("noura");
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect(bench.platform.parseCallback(query)).toEqual({ state: begun.state, outcome: "allowed" });
    const asked = { query, redirectUri, codeVerifier: "", secret: begun.secret };
    const tokens = await bench.platform.exchangeCode(asked);
    expect(tokens).toMatchObject({ refreshToken: null, expiresAt: null });
    expect(await bench.platform.listAccessibleAccounts(tokens.accessToken)).toHaveLength(2);
    await expect(bench.platform.exchangeCode(asked)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:consent_not_valid",
    });
  });

  it("does not take a verifier that was stolen without the secret", async () => {
    const { query } = await authorizeAs("noura");
    const stolen = { query, redirectUri, codeVerifier: "", secret: "guessed" };
    await expect(bench.platform.exchangeCode(stolen)).rejects.toMatchObject({ kind: "rejected" });
  });

  it("knows a denial by the request token that X names", async () => {
    const { begun, query } = await authorizeAs("noura", "deny");
    expect(bench.platform.parseCallback(query)).toEqual({ state: begun.state, outcome: "denied" });
    expect(bench.platform.parseCallback({ oauth_token: "t" })).toEqual({ state: "t", outcome: "unclear" });
    expect(bench.platform.parseCallback({})).toEqual({ state: null, outcome: "unclear" });
  });

  it("asks again later when it is our own settings that X refuses", async () => {
    const stranger = makeX({ ...bench.settings, consumerSecret: "wrong" });
    await expect(stranger.startAuthorization({ state: "", redirectUri, codeChallenge: "" })).rejects.toMatchObject({
      kind: "later",
    });
  });
});

describe("what may be advertised with", () => {
  it("is each ad account as an organisation of its own, with the user that posts for it", async () => {
    const [first] = await loadAccessibleAccounts("noura");
    expect(first).toMatchObject({
      name: "متجر نورة للعطور",
      adAccounts: [{ currency: "SAR", timeZone: "Asia/Riyadh", isUsable: true }],
      profiles: [{ name: "متجر نورة للعطور" }],
    });
    expect(first?.adAccounts[0]?.id).toBe(first?.id);
  });

  it("says what is missing for each who cannot advertise yet", async () => {
    expect(await loadAccessibleAccounts("sara")).toEqual([]);
    expect((await loadAccessibleAccounts("fahad"))[0]?.profiles).toEqual([]);
    const accountOf = async (identity: string) => (await loadAccessibleAccounts(identity))[0]?.adAccounts[0];
    expect((await accountOf("khalid"))?.currency).toBe("USD");
    expect(await accountOf("reem")).toMatchObject({ isUsable: false, reason: "disabled" });
    expect(await accountOf("maha")).toMatchObject({ isUsable: false, reason: "role_not_enough" });
  });

  it("names the tag that knows of purchases", async () => {
    const { accessToken, adAccountId, pixelId } = (await bench.someone({ identity: "noura" })).account;
    const account = { organizationId: adAccountId, adAccountId };
    expect(await bench.platform.findPixel(accessToken, account)).toBe(pixelId);
  });
});
