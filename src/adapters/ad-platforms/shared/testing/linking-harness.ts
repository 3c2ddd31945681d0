import type { TestDb } from "#base/testing/db.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeTestDeps, openTestServer } from "#modules/ad-accounts/testing/harness.ts";
import { submitAuthorizationPage } from "./sandbox-context.ts";

type AccessibleAccounts = {
  connection_id: string;
  problem: string | null;
  organizations: {
    id: string;
    name: string;
    problem: string | null;
    ad_accounts: { id: string; problem: string | null }[];
    profiles: { id: string; name: string }[];
  }[];
};

/** The product's own authorization flow over HTTP, with the platform's simulated consent page. */
export async function openLinkingHarness(db: TestDb, platform: AdPlatform) {
  const deps = makeTestDeps(db, platform);
  const server = await openTestServer(db, deps);

  /** Runs the authorization as a user: starts it here, submits the platform's page, and opens the callback. */
  async function authorizeAs(
    choice: string,
    form: Record<string, string> = {},
    transformUrl = (url: URL) => url,
  ) {
    const body = { platform: platform.platform };
    const started = await server.call("POST Clients/AdAccounts/connect", { as: "mer_1", body });
    const authorizationUrl = transformUrl(
      new URL((started.data as { authorization_url: string }).authorization_url),
    );
    const callbackUrl = await submitAuthorizationPage(authorizationUrl, { choice, ...form });
    const cookie = String(started.headers["set-cookie"]).split(";")[0] ?? "";
    return server.openCallback(Object.fromEntries(callbackUrl.searchParams), cookie, platform.platform);
  }
  async function loadAccessibleAccounts(person: string) {
    const { connection } = await authorizeAs(person);
    const { data } = await server.call(`GET Clients/AdAccounts/offers/${connection}`, { as: "mer_1" });
    return data as AccessibleAccounts;
  }
  return { ...server, deps, authorizeAs, loadAccessibleAccounts };
}
