import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { openLinkingHarness } from "../shared/testing/linking-harness.ts";
import { type Harness, openHarness } from "./testing.ts";

let db: TestDb;
let harness: Harness;
beforeAll(async () => {
  [db, harness] = [await testDb(), await openHarness()];
});
beforeEach(() => db.reset());
afterAll(async () => {
  await harness?.stop();
  await db?.close();
});

const openLinking = () => openLinkingHarness(db, harness.platform);

describe("linking Meta", () => {
  it("leads through the login dialog to a usable account, and requires linking again when access ends", async () => {
    const linking = await openLinking();
    const accessible = await linking.loadAccessibleAccounts("noura");
    const [business] = accessible.organizations;
    expect(business).toMatchObject({ name: "متجر نورة للعطور", profiles: [{ name: "Noura Perfumes" }] });
    const linked = await linking.call("POST Clients/AdAccounts/link", {
      as: "mer_1",
      body: {
        connection_id: accessible.connection_id,
        organization_id: business?.id,
        ad_account_id: business?.ad_accounts[0]?.id,
        profile_id: business?.profiles[0]?.id,
      },
    });
    expect(linked.data).toMatchObject({ status: "linked", currency: "SAR", time_zone: "Asia/Riyadh" });
    const { id } = linked.data as { id: string };
    expect(await linking.deps.bindAdPlatform("mer_1", id).find("campaign", "cmp_none", null)).toBeNull();
    await harness.sandbox.control("faults", { vendor: "meta", kind: "expire_tokens" });
    await expect(
      linking.deps.bindAdPlatform("mer_1", id).find("campaign", "cmp_none", null),
    ).rejects.toMatchObject({
      kind: "reconnect",
    });
  });

  it("reports what is missing for each user who cannot advertise yet", async () => {
    const linking = await openLinking();
    expect((await linking.loadAccessibleAccounts("sara")).problem).toBe("no_ad_account");
    expect((await linking.loadAccessibleAccounts("fahad")).organizations[0]?.problem).toBe(
      "no_public_profile",
    );
    const findAccountProblem = async (person: string) =>
      (await linking.loadAccessibleAccounts(person)).organizations[0]?.ad_accounts[0]?.problem;
    expect(await findAccountProblem("reem")).toBe("account_disabled");
    expect(await findAccountProblem("maha")).toBe("role_not_enough");
  });

  it("ends without a connection after a denial, and after a consent without the ads permission", async () => {
    const linking = await openLinking();
    expect((await linking.authorizeAs("noura", { decision: "deny" })).result).toBe("denied");
    expect((await linking.authorizeAs("noura", { keep_back: "ads_management" })).result).toBe(
      "scopes_missing",
    );
  });
});

describe("a token", () => {
  it("lasts sixty days", async () => {
    const redirectUri = "http://localhost:3000/oauth/meta/callback";
    const { url } = await harness.platform.startAuthorization({
      state: "s",
      redirectUri,
      codeChallenge: "c",
    });
    const form = new URLSearchParams({ decision: "allow", choice: "noura" });
    const response = await fetch(url, { method: "POST", redirect: "manual", body: form });
    const query = Object.fromEntries(new URL(response.headers.get("location") ?? "").searchParams);
    expect(harness.platform.parseCallback(query)).toEqual({ state: "s", outcome: "allowed" });
    const exchange = { query, redirectUri, codeVerifier: "v", secret: null };
    const tokens = await harness.platform.exchangeCode(exchange);
    const days = ((tokens.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(60);
    expect(tokens.refreshToken).toBeNull();
    await expect(harness.platform.exchangeCode(exchange)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:consent_not_valid",
    });
  });

  it("finds the account's pixel", async () => {
    const { account } = await harness.openAccount();
    expect(await harness.platform.findPixel(account.accessToken, account)).toBe(account.pixelId);
  });
});
