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

describe("linking Snapchat", () => {
  it("leads through its consent page to a usable account", async () => {
    const linking = await openLinking();
    const accessible = await linking.loadAccessibleAccounts("noura");
    const [organization] = accessible.organizations;
    const linked = await linking.call("POST Clients/AdAccounts/link", {
      as: "mer_1",
      body: {
        connection_id: accessible.connection_id,
        organization_id: organization?.id,
        ad_account_id: organization?.ad_accounts[0]?.id,
        profile_id: organization?.profiles[0]?.id,
      },
    });
    expect(linked.data).toMatchObject({ status: "linked", currency: "SAR", time_zone: "Asia/Riyadh" });
    const { id } = linked.data as { id: string };
    expect(await linking.deps.bindAdPlatform("mer_1", id).find("campaign", "cmp_none", null)).toBeNull();
    await harness.sandbox.control("faults", { vendor: "snapchat", kind: "expire_tokens" });
    expect(await linking.deps.bindAdPlatform("mer_1", id).find("campaign", "cmp_none", null)).toBeNull();
    const checked = await linking.call("POST Clients/AdAccounts/check", {
      as: "mer_1",
      body: { ad_account_id: id },
    });
    expect(checked.data).toMatchObject({ status: "linked", issue: null });
  });

  it("reports what is missing for each user who cannot advertise yet", async () => {
    const linking = await openLinking();
    expect((await linking.loadAccessibleAccounts("sara")).problem).toBe("no_ad_account");
    expect((await linking.loadAccessibleAccounts("fahad")).organizations[0]?.problem).toBe(
      "no_public_profile",
    );
    const findAccountProblem = async (person: string) =>
      (await linking.loadAccessibleAccounts(person)).organizations[0]?.ad_accounts[0]?.problem;
    // The dollar is pegged to the riyal, so an account in dollars can be linked.
    expect(await findAccountProblem("khalid")).toBeNull();
    expect(await findAccountProblem("huda")).toBe("currency_not_supported");
    expect(await findAccountProblem("reem")).toBe("account_disabled");
    expect(await findAccountProblem("maha")).toBe("role_not_enough");
  });

  it("ends without a connection after a denial, and after a consent without all scopes", async () => {
    const linking = await openLinking();
    expect((await linking.authorizeAs("noura", { decision: "deny" })).result).toBe("denied");
    const withoutProfiles = (url: URL) => {
      url.searchParams.set("scope", "snapchat-marketing-api");
      return url;
    };
    expect((await linking.authorizeAs("noura", {}, withoutProfiles)).result).toBe("scopes_missing");
  });
});
