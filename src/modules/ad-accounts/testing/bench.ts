import { systemClock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { makeVault, type Vault } from "#base/server/secrets.ts";
import { testServer } from "#base/testing/http.ts";
import type { AdAccountsDeps } from "../server/ad-accounts.deps.ts";
import { mountAdAccounts } from "../server/ad-accounts.routes.ts";
import type {
  ActingFor,
  AdPlatform,
  OfferedAdAccount,
  OfferedOrganization,
  PlatformTokens,
} from "../server/ad-platform.port.ts";
import { makePermissions } from "../server/permissions.ts";
import { makeWorkWith } from "../server/work-with.ts";

export const testVault: Vault = makeVault([{ id: "k1", key: Buffer.alloc(32, 7) }]);
export const publicUrl = "http://localhost:3000";

export const anAdAccount = (change: Partial<OfferedAdAccount> = {}): OfferedAdAccount => ({
  id: "snap-acc-1",
  name: "نورة - الرئيسي",
  currency: "SAR",
  timeZone: "Asia/Riyadh",
  isUsable: true,
  ...change,
});
export const anOrganization = (change: Partial<OfferedOrganization> = {}): OfferedOrganization => ({
  id: "org-1",
  name: "متجر نورة",
  adAccounts: [anAdAccount()],
  profiles: [{ id: "prof-1", name: "Noura" }],
  ...change,
});

const inAnHour = () => new Date(systemClock.now().getTime() + 3_600_000);

/** A platform in memory for what the room itself decides; adapters prove themselves against their simulators. */
export function pretendPlatform() {
  const told = { refreshes: 0, codes: [] as string[] };
  const plan = {
    offers: [anOrganization()],
    tokens: {
      accessToken: "secret-access-0",
      refreshToken: "secret-refresh-0",
      expiresAt: inAnHour(),
      scopes: ["ads"],
    } as PlatformTokens,
    /** What the platform does with a refresh token. */
    refresh: async (): Promise<PlatformTokens> => ({
      ...plan.tokens,
      accessToken: `secret-access-${told.refreshes}`,
      refreshToken: null,
    }),
    /** What it does with any call that acts. */
    act: async (_accessToken: string): Promise<void> => {},
    exchange: async (): Promise<PlatformTokens> => plan.tokens,
  };
  const acts = async ({ accessToken }: ActingFor) => plan.act(accessToken);
  const makes = async ({ accessToken }: ActingFor) => {
    await plan.act(accessToken);
    return { platformId: "made-1" };
  };
  const platform: AdPlatform = {
    platform: "snapchat",
    beginConsent: async ({ state, redirectUri }) => ({
      url: `https://accounts.example/consent?${new URLSearchParams({ state, redirectUri })}`,
      state,
      secret: null,
    }),
    readCallback: ({ state, code, error }) => ({
      state: state ?? null,
      outcome: code ? "allowed" : error === "access_denied" ? "denied" : "unclear",
    }),
    async exchangeConsent({ query }) {
      told.codes.push(query.code ?? "");
      return plan.exchange();
    },
    async refresh() {
      told.refreshes += 1;
      return plan.refresh();
    },
    async offers(accessToken) {
      await plan.act(accessToken);
      return plan.offers;
    },
    pixelOf: async () => "pixel-1",
    createCampaign: makes,
    createAdGroup: makes,
    createAd: makes,
    updateCampaign: acts,
    updateAdGroup: acts,
    updateAd: acts,
    setStatus: acts,
    remove: acts,
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
  return { platform, plan, told };
}

/** The whole room over one database, with one platform: a pretend Snapchat, or an adapter. */
export function depsFor(db: Db, platform: AdPlatform, change: Partial<AdAccountsDeps> = {}): AdAccountsDeps {
  const ground = {
    db,
    log: makeLog("silent"),
    vault: testVault,
    systemClock: change.systemClock ?? systemClock,
    platforms: { [platform.platform]: platform },
  };
  const permissions = makePermissions(ground);
  return {
    ...ground,
    permissions,
    workWith: makeWorkWith({ ...ground, permissions }),
    publicUrl,
    countRunningCampaigns: async () => 0,
    ...change,
  };
}

/** A server, and a walk through the consent page as a merchant's browser makes it. */
export async function roomServer(db: Db, deps: AdAccountsDeps) {
  const server = await testServer(db, (app, ground) => mountAdAccounts(app, ground, deps));

  async function begin(as: string, call = "connect", body: object = { platform: "snapchat" }) {
    const answer = await server.call(`POST Clients/AdAccounts/${call}`, { as, body });
    const { consent_url } = answer.data as { consent_url: string };
    const state = new URL(consent_url).searchParams.get("state") ?? "";
    const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    return { state, cookie };
  }
  async function comeBack(query: Record<string, string>, cookie?: string, platform = "snapchat") {
    const url = `/oauth/${platform}/callback?${new URLSearchParams(query)}`;
    const answer = await server.app.inject({ method: "GET", url, headers: cookie ? { cookie } : {} });
    const place = new URL(String(answer.headers.location));
    return {
      status: answer.statusCode,
      path: place.pathname,
      origin: place.origin,
      result: place.searchParams.get("ad_result"),
      connection: place.searchParams.get("connection"),
    };
  }
  async function consent(as: string) {
    const { state, cookie } = await begin(as);
    return (await comeBack({ state, code: "code-1" }, cookie)).connection ?? "";
  }
  /** Walks through and links; answers the ad account's id. */
  async function link(as: string, choice: object = {}) {
    const body = {
      connection_id: await consent(as),
      organization_id: "org-1",
      ad_account_id: "snap-acc-1",
      profile_id: "prof-1",
      ...choice,
    };
    return server.call("POST Clients/AdAccounts/link", { as, body });
  }
  return { ...server, begin, comeBack, consent, link };
}
