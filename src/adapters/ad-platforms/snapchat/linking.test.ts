import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { openLinkingHarness } from "../shared/testing/linking-harness.ts";
import { type Bench, openBench } from "./testing.ts";

let db: TestDb;
let bench: Bench;
beforeAll(async () => {
  [db, bench] = [await testDb(), await openBench()];
});
beforeEach(() => db.reset());
afterAll(async () => {
  await bench?.stop();
  await db?.close();
});

const aRoom = () => openLinkingHarness(db, bench.platform);

describe("linking Snapchat", () => {
  it("walks through its consent page to an account that can be worked with", async () => {
    const room = await aRoom();
    const accessible = await room.loadAccessibleAccounts("noura");
    const [organization] = accessible.organizations;
    const linked = await room.call("POST Clients/AdAccounts/link", {
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
    expect(await room.deps.bindAdPlatform("mer_1", id).find("campaign", "cmp_none", null)).toBeNull();
    await bench.sandbox.control("faults", { vendor: "snapchat", kind: "expire_tokens" });
    expect(await room.deps.bindAdPlatform("mer_1", id).find("campaign", "cmp_none", null)).toBeNull();
    const checked = await room.call("POST Clients/AdAccounts/check", {
      as: "mer_1",
      body: { ad_account_id: id },
    });
    expect(checked.data).toMatchObject({ status: "linked", issue: null });
  });

  it("says what is missing for each who cannot advertise yet", async () => {
    const room = await aRoom();
    expect((await room.loadAccessibleAccounts("sara")).problem).toBe("no_ad_account");
    expect((await room.loadAccessibleAccounts("fahad")).organizations[0]?.problem).toBe("no_public_profile");
    const accountOf = async (person: string) =>
      (await room.loadAccessibleAccounts(person)).organizations[0]?.ad_accounts[0]?.problem;
    // Dollars are held to the riyal, so an account in them may be linked.
    expect(await accountOf("khalid")).toBeNull();
    expect(await accountOf("huda")).toBe("currency_not_supported");
    expect(await accountOf("reem")).toBe("account_disabled");
    expect(await accountOf("maha")).toBe("role_not_enough");
  });

  it("comes back empty-handed from a denial, and from a consent without all scopes", async () => {
    const room = await aRoom();
    expect((await room.authorizeAs("noura", { decision: "deny" })).result).toBe("denied");
    const withoutProfiles = (url: URL) => {
      url.searchParams.set("scope", "snapchat-marketing-api");
      return url;
    };
    expect((await room.authorizeAs("noura", {}, withoutProfiles)).result).toBe("scopes_missing");
  });
});
