import { systemClock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { makeVault, type Vault } from "#base/server/secrets.ts";
import { testServer } from "#base/testing/http.ts";
import type { AdAccountsDeps } from "../server/ad-accounts.deps.ts";
import { mountAdAccounts } from "../server/ad-accounts.routes.ts";
import type {
  AccessibleAdAccount,
  AccessibleOrganization,
  AdAccountContext,
  AdPlatform,
  PlatformTokens,
} from "../server/ad-platform.port.ts";
import { makeBindAdPlatform } from "../server/bind-ad-platform.ts";
import { makeAdTokenManager } from "../server/token-manager.ts";

export const testVault: Vault = makeVault([{ id: "k1", key: Buffer.alloc(32, 7) }]);
export const publicUrl = "http://localhost:3000";

export const anAdAccount = (change: Partial<AccessibleAdAccount> = {}): AccessibleAdAccount => ({
  id: "snap-acc-1",
  name: "نورة - الرئيسي",
  currency: "SAR",
  timeZone: "Asia/Riyadh",
  isUsable: true,
  ...change,
});
export const anOrganization = (change: Partial<AccessibleOrganization> = {}): AccessibleOrganization => ({
  id: "org-1",
  name: "متجر نورة",
  adAccounts: [anAdAccount()],
  profiles: [{ id: "prof-1", name: "Noura" }],
  ...change,
});

const inAnHour = () => new Date(systemClock.now().getTime() + 3_600_000);

/** A platform in memory for the module's own decisions; adapters are tested against their simulators. */
export function fakePlatform() {
  const received = { refreshes: 0, codes: [] as string[] };
  const plan = {
    accessibleAccounts: [anOrganization()],
    tokens: {
      accessToken: "secret-access-0",
      refreshToken: "secret-refresh-0",
      expiresAt: inAnHour(),
      scopes: ["ads"],
    } as PlatformTokens,
    /** What the platform does with a refresh token. */
    refresh: async (): Promise<PlatformTokens> => ({
      ...plan.tokens,
      accessToken: `secret-access-${received.refreshes}`,
      refreshToken: null,
    }),
    /** What it does with any API call. */
    act: async (_accessToken: string): Promise<void> => {},
    exchange: async (): Promise<PlatformTokens> => plan.tokens,
  };
  const callApi = async ({ accessToken }: AdAccountContext) => plan.act(accessToken);
  const create = async ({ accessToken }: AdAccountContext) => {
    await plan.act(accessToken);
    return { platformId: "made-1" };
  };
  const platform: AdPlatform = {
    platform: "snapchat",
    startAuthorization: async ({ state, redirectUri }) => ({
      url: `https://accounts.example/consent?${new URLSearchParams({ state, redirectUri })}`,
      state,
      secret: null,
    }),
    parseCallback: ({ state, code, error }) => ({
      state: state ?? null,
      outcome: code ? "allowed" : error === "access_denied" ? "denied" : "unclear",
    }),
    async exchangeCode({ query }) {
      received.codes.push(query.code ?? "");
      return plan.exchange();
    },
    ensureCustomerList: async () => "list-1",
    addCustomers: async () => {},
    removeCustomers: async () => {},
    deleteCustomerList: async () => {},
    sendConversions: async (_account, events) => events.map(() => ({ outcome: "accepted" })),
    async refresh() {
      received.refreshes += 1;
      return plan.refresh();
    },
    async listAccessibleAccounts(accessToken) {
      await plan.act(accessToken);
      return plan.accessibleAccounts;
    },
    findPixel: async () => "pixel-1",
    createCampaign: create,
    createAdGroup: create,
    createAd: create,
    updateCampaign: callApi,
    updateAdGroup: callApi,
    updateAd: callApi,
    setStatus: callApi,
    remove: callApi,
    async find({ accessToken }) {
      await plan.act(accessToken);
      return null;
    },
    async states({ accessToken }) {
      await plan.act(accessToken);
      return [];
    },
    async *readFigures({ accessToken }) {
      for (let page = 0; page < 2; page += 1) {
        await plan.act(accessToken);
        yield [];
      }
    },
  };
  return { platform, plan, received };
}

/** The whole module over one database, with one platform: a fake Snapchat, or an adapter. */
export function makeTestDeps(
  db: Db,
  platform: AdPlatform,
  change: Partial<AdAccountsDeps> = {},
): AdAccountsDeps {
  const shared = {
    db,
    log: makeLog("silent"),
    vault: testVault,
    systemClock: change.systemClock ?? systemClock,
    worldClock: change.worldClock ?? systemClock,
    platforms: { [platform.platform]: platform },
  };
  const tokenManager = makeAdTokenManager(shared);
  return {
    ...shared,
    tokenManager,
    bindAdPlatform: makeBindAdPlatform({ ...shared, tokenManager }),
    publicUrl,
    countRunningCampaigns: async () => 0,
    ...change,
  };
}

/** A test server, and the authorization flow as a merchant's browser runs it. */
export async function openTestServer(db: Db, deps: AdAccountsDeps) {
  const server = await testServer(db, (app, context) => mountAdAccounts(app, context, deps));

  async function startAuthorization(as: string, call = "connect", body: object = { platform: "snapchat" }) {
    const answer = await server.call(`POST Clients/AdAccounts/${call}`, { as, body });
    const { authorization_url } = answer.data as { authorization_url: string };
    const state = new URL(authorization_url).searchParams.get("state") ?? "";
    const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    return { state, cookie };
  }
  async function openCallback(query: Record<string, string>, cookie?: string, platform = "snapchat") {
    const url = `/oauth/${platform}/callback?${new URLSearchParams(query)}`;
    const answer = await server.app.inject({ method: "GET", url, headers: cookie ? { cookie } : {} });
    const location = new URL(String(answer.headers.location));
    return {
      status: answer.statusCode,
      path: location.pathname,
      origin: location.origin,
      result: location.searchParams.get("ad_result"),
      connection: location.searchParams.get("connection"),
    };
  }
  async function authorize(as: string) {
    const { state, cookie } = await startAuthorization(as);
    return (await openCallback({ state, code: "code-1" }, cookie)).connection ?? "";
  }
  /** Authorizes and links; returns the ad account's id. */
  async function link(as: string, choice: object = {}) {
    const body = {
      connection_id: await authorize(as),
      organization_id: "org-1",
      ad_account_id: "snap-acc-1",
      profile_id: "prof-1",
      ...choice,
    };
    return server.call("POST Clients/AdAccounts/link", { as, body });
  }
  return { ...server, startAuthorization, openCallback, authorize, link };
}
