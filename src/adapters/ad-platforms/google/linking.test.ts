import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submitAuthorizationPage } from "../shared/testing/sandbox-context.ts";
import { type Harness, openHarness } from "./testing.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

const redirectUri = "https://rawaj.example/oauth/google/callback";
const codeVerifier = "v".repeat(64);
const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");

/** Runs the authorization as a user: opens the consent page, submits it, and returns the callback's query. */
async function authorizeAs(person: string, decision = "allow", transformUrl = (url: URL) => url) {
  const { url, state } = await harness.platform.startAuthorization({
    state: "s-1",
    redirectUri,
    codeChallenge,
  });
  expect(state).toBe("s-1");
  const callbackUrl = await submitAuthorizationPage(transformUrl(new URL(url)), { decision, choice: person });
  return Object.fromEntries(callbackUrl.searchParams);
}
const exchange = (query: Record<string, string>) =>
  harness.platform.exchangeCode({ query, redirectUri, codeVerifier, secret: null });
const loadAccessibleAccounts = async (person: string) =>
  harness.platform.listAccessibleAccounts((await exchange(await authorizeAs(person))).accessToken);

describe("linking Google", () => {
  it("leads through the consent page to tokens that can be refreshed", async () => {
    const query = await authorizeAs("noura");
    expect(harness.platform.parseCallback(query)).toEqual({ state: "s-1", outcome: "allowed" });
    const tokens = await exchange(query);
    expect(tokens.scopes).toEqual([
      "https://www.googleapis.com/auth/adwords",
      "https://www.googleapis.com/auth/datamanager",
    ]);
    const renewed = await harness.platform.refresh(tokens.refreshToken ?? "");
    expect(renewed).toMatchObject({ refreshToken: null });
    expect(await harness.platform.listAccessibleAccounts(renewed.accessToken)).toHaveLength(1);
  });

  it("is refused with another verifier, without the scope, and when the user denies it", async () => {
    const query = await authorizeAs("noura");
    const stolen = harness.platform.exchangeCode({
      query,
      redirectUri,
      codeVerifier: "w".repeat(64),
      secret: null,
    });
    await expect(stolen).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:consent_not_valid",
    });
    const transformUrl = (url: URL) => {
      url.searchParams.set("scope", "openid");
      return url;
    };
    await expect(exchange(await authorizeAs("noura", "allow", transformUrl))).rejects.toMatchObject({
      messageKey: "ad_accounts:scopes_missing",
    });
    expect(harness.platform.parseCallback(await authorizeAs("noura", "deny")).outcome).toBe("denied");
  });

  it("lists the accounts below a manager, and an account reached directly as its own organization", async () => {
    const [below] = await loadAccessibleAccounts("noura");
    expect(below).toMatchObject({ name: "متجر نورة للعطور", profiles: [] });
    expect(
      below?.adAccounts.map(({ currency, timeZone, isUsable }) => [currency, timeZone, isUsable]),
    ).toEqual([
      ["SAR", "Asia/Riyadh", true],
      ["SAR", "Asia/Riyadh", true],
    ]);
    const [direct] = await loadAccessibleAccounts("fahad");
    expect(direct?.adAccounts.map(({ id }) => id)).toEqual([direct?.id]);
    expect(await loadAccessibleAccounts("sara")).toEqual([]);
  });

  it("shows each account's currency and time zone, and whether Google has disabled it", async () => {
    expect((await loadAccessibleAccounts("khalid"))[0]?.adAccounts).toMatchObject([
      { currency: "USD", timeZone: "America/New_York", isUsable: true },
    ]);
    expect((await loadAccessibleAccounts("reem"))[0]?.adAccounts).toMatchObject([
      { isUsable: false, reason: "disabled" },
    ]);
  });

  it("finds the conversion action for purchases, or null", async () => {
    const { accessToken } = await exchange(await authorizeAs("noura"));
    const [organization] = await harness.platform.listAccessibleAccounts(accessToken);
    const pixels = await Promise.all(
      (organization?.adAccounts ?? []).map(({ id }) =>
        harness.platform.findPixel(accessToken, { organizationId: organization?.id ?? "", adAccountId: id }),
      ),
    );
    expect(pixels).toEqual([expect.stringMatching(/^\d+$/), null]);
  });

  it("refuses a write by a read-only user, and in a suspended account", async () => {
    for (const [identity, messageKey] of [
      ["maha", "ad_accounts:not_permitted"],
      ["reem", "ad_accounts:account_disabled"],
    ] as const) {
      const { account } = await harness.openAccount({ identity });
      const change = harness.platform.setStatus(account, "campaign", "1", "active");
      await expect(change).rejects.toMatchObject({ kind: "rejected", messageKey });
    }
  });
});
