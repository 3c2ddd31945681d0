import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { depsFor, roomServer } from "#modules/ad-accounts/testing/bench.ts";
import { makeSnapchat } from "./snapchat.ts";

let db: TestDb;
let sandbox: TestSandbox;
beforeAll(async () => {
  [db, sandbox] = [await testDb(), await startSandbox()];
});
beforeEach(() => db.reset());
afterAll(async () => {
  await sandbox?.stop();
  await db?.close();
});

async function aRoom() {
  const platform = makeSnapchat({
    apiUrl: sandbox.hosts.snapchat ?? "",
    accountsUrl: sandbox.hosts["snapchat-accounts"] ?? "",
    businessUrl: sandbox.hosts["snapchat-business"] ?? "",
    clientId: sandbox.credentials.SNAPCHAT_CLIENT_ID ?? "",
    clientSecret: sandbox.credentials.SNAPCHAT_CLIENT_SECRET ?? "",
  });
  const deps = depsFor(db, platform);
  const room = await roomServer(db, deps);

  /** As a person does it: begins here, answers Snapchat's own page, and comes back with what it sends. */
  async function walkAs(person: string, decision = "allow", narrow = (url: URL) => url) {
    const begun = await room.call("POST Clients/AdAccounts/connect", {
      as: "mer_1",
      body: { platform: "snapchat" },
    });
    const consentUrl = narrow(new URL((begun.data as { consent_url: string }).consent_url));
    const answered = await fetch(consentUrl, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ decision, choice: person }),
    });
    const back = new URL(answered.headers.get("location") ?? "");
    const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
    return room.comeBack(Object.fromEntries(back.searchParams), cookie);
  }
  async function offersFor(person: string) {
    const { connection } = await walkAs(person);
    const { data } = await room.call(`GET Clients/AdAccounts/offers/${connection}`, { as: "mer_1" });
    return data as {
      connection_id: string;
      problem: string | null;
      organizations: {
        id: string;
        problem: string | null;
        ad_accounts: { id: string; problem: string | null }[];
        profiles: { id: string }[];
      }[];
    };
  }
  return { ...room, deps, walkAs, offersFor };
}

describe("linking Snapchat", () => {
  it("walks through its consent page to an account that can be worked with", async () => {
    const room = await aRoom();
    const offers = await room.offersFor("noura");
    const [organization] = offers.organizations;
    const linked = await room.call("POST Clients/AdAccounts/link", {
      as: "mer_1",
      body: {
        connection_id: offers.connection_id,
        organization_id: organization?.id,
        ad_account_id: organization?.ad_accounts[0]?.id,
        profile_id: organization?.profiles[0]?.id,
      },
    });
    expect(linked.data).toMatchObject({ status: "linked", currency: "SAR", time_zone: "Asia/Riyadh" });
    const { id } = linked.data as { id: string };
    expect(await room.deps.workWith("mer_1", id).find("campaign", "cmp_none", null)).toBeNull();
    await sandbox.control("faults", { vendor: "snapchat", kind: "expire_tokens" });
    expect(await room.deps.workWith("mer_1", id).find("campaign", "cmp_none", null)).toBeNull();
    const checked = await room.call("POST Clients/AdAccounts/check", {
      as: "mer_1",
      body: { ad_account_id: id },
    });
    expect(checked.data).toMatchObject({ status: "linked", trouble: null });
  });

  it("says what is missing for each who cannot advertise yet", async () => {
    const room = await aRoom();
    expect((await room.offersFor("sara")).problem).toBe("no_ad_account");
    expect((await room.offersFor("fahad")).organizations[0]?.problem).toBe("no_public_profile");
    const accountOf = async (person: string) =>
      (await room.offersFor(person)).organizations[0]?.ad_accounts[0]?.problem;
    // Dollars are held to the riyal, so an account in them may be linked.
    expect(await accountOf("khalid")).toBeNull();
    expect(await accountOf("reem")).toBe("account_disabled");
    expect(await accountOf("maha")).toBe("role_not_enough");
  });

  it("comes back empty-handed from a denial, and from a consent without all scopes", async () => {
    const room = await aRoom();
    expect((await room.walkAs("noura", "deny")).result).toBe("denied");
    const withoutProfiles = (url: URL) => {
      url.searchParams.set("scope", "snapchat-marketing-api");
      return url;
    };
    expect((await room.walkAs("noura", "allow", withoutProfiles)).result).toBe("scopes_missing");
  });
});
