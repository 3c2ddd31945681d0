import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerPage } from "../shared/testing/ground.ts";
import { type Bench, openBench } from "./testing.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.stop());

const redirectUri = "https://rawaj.example/oauth/google/callback";
const codeVerifier = "v".repeat(64);
const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");

/** As a person does it: goes to the page, answers it, and comes back with what it sends. */
async function authorizeAs(person: string, decision = "allow", narrow = (url: URL) => url) {
  const { url, state } = await bench.platform.startAuthorization({ state: "s-1", redirectUri, codeChallenge });
  expect(state).toBe("s-1");
  const back = await answerPage(narrow(new URL(url)), { decision, choice: person });
  return Object.fromEntries(back.searchParams);
}
const exchange = (query: Record<string, string>) =>
  bench.platform.exchangeCode({ query, redirectUri, codeVerifier, secret: null });
const loadAccessibleAccounts = async (person: string) =>
  bench.platform.listAccessibleAccounts((await exchange(await authorizeAs(person))).accessToken);

describe("linking Google", () => {
  it("walks through the consent page to tokens that live on", async () => {
    const query = await authorizeAs("noura");
    expect(bench.platform.parseCallback(query)).toEqual({ state: "s-1", outcome: "allowed" });
    const tokens = await exchange(query);
    expect(tokens.scopes).toEqual(["https://www.googleapis.com/auth/adwords"]);
    const renewed = await bench.platform.refresh(tokens.refreshToken ?? "");
    expect(renewed).toMatchObject({ refreshToken: null });
    expect(await bench.platform.listAccessibleAccounts(renewed.accessToken)).toHaveLength(1);
  });

  it("is worth nothing with another verifier, a second time, or without the scope", async () => {
    const query = await authorizeAs("noura");
    const stolen = bench.platform.exchangeCode({
      query,
      redirectUri,
      codeVerifier: "w".repeat(64),
      secret: null,
    });
    await expect(stolen).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:consent_not_valid",
    });
    const narrow = (url: URL) => {
      url.searchParams.set("scope", "openid");
      return url;
    };
    await expect(exchange(await authorizeAs("noura", "allow", narrow))).rejects.toMatchObject({
      messageKey: "ad_accounts:scopes_missing",
    });
    expect(bench.platform.parseCallback(await authorizeAs("noura", "deny")).outcome).toBe("denied");
  });

  it("offers the accounts below a manager, and an account reached directly as its own", async () => {
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

  it("says of each account what it is billed in, and whether Google has stopped it", async () => {
    expect((await loadAccessibleAccounts("khalid"))[0]?.adAccounts).toMatchObject([
      { currency: "USD", timeZone: "America/New_York", isUsable: true },
    ]);
    expect((await loadAccessibleAccounts("reem"))[0]?.adAccounts).toMatchObject([{ isUsable: false, reason: "disabled" }]);
  });

  it("finds what counts purchases, or that nothing does", async () => {
    const { accessToken } = await exchange(await authorizeAs("noura"));
    const [organization] = await bench.platform.listAccessibleAccounts(accessToken);
    const pixels = await Promise.all(
      (organization?.adAccounts ?? []).map(({ id }) =>
        bench.platform.findPixel(accessToken, { organizationId: organization?.id ?? "", adAccountId: id }),
      ),
    );
    expect(pixels).toEqual([expect.stringMatching(/^\d+$/), null]);
  });

  it("tells who may only read, and who is suspended, when they try to make something", async () => {
    for (const [identity, messageKey] of [
      ["maha", "ad_accounts:not_permitted"],
      ["reem", "ad_accounts:account_disabled"],
    ] as const) {
      const { account } = await bench.someone({ identity });
      const made = bench.platform.setStatus(account, "campaign", "1", "active");
      await expect(made).rejects.toMatchObject({ kind: "rejected", messageKey });
    }
  });
});
