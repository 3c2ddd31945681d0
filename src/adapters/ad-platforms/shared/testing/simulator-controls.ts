import type { AdAccountContext, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { InjectedFault, PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { type SandboxContext, toPlatformTokens } from "./sandbox-context.ts";

type Target = Level | "reading";

/** Where purchases are sent, by vendor. */
const conversionPaths: Record<string, string> = {
  meta: "/events",
  snapchat: "/events",
  tiktok: "/event/track/",
  x: "/measurement/conversions/",
  google: "events:ingest",
};

const faults: Record<InjectedFault, string> = {
  act_then_silence: "timeout_after",
  silence: "timeout_before",
  busy: "429",
  down: "503",
  half_done: "half_done",
};

/** The control calls that every simulated ad platform shares; `matchRequests` selects the requests they apply to. */
export function makeSimulatorControls(
  { sandbox, landingUrl, now, stop }: SandboxContext,
  vendor: string,
  matchRequests: (to: Target) => object,
  busySeconds = 7,
) {
  return {
    landingUrl,
    busySeconds,
    callToAction: "shop_now",
    async injectFault(kind: InjectedFault, to: Target | "conversions") {
      const retryAfter = kind === "busy" ? { retry_after: busySeconds } : {};
      await sandbox.control("faults", {
        vendor,
        kind: faults[kind],
        times: 1,
        ...(to === "conversions" ? { path: conversionPaths[vendor] } : matchRequests(to)),
        ...retryAfter,
      });
    },
    async expireTokens() {
      await sandbox.control("faults", { vendor, kind: "expire_tokens" });
    },
    async clickAd(platformAdId: string) {
      // Ids of TikTok name the flow before the ad's own; those of X the ad group, and then our reference.
      const ad_id = platformAdId.split(":").at(vendor === "x" ? 0 : -1);
      const clicked = await sandbox.control<{ url: string }>(`${vendor}/click`, { ad_id, url: landingUrl });
      return clicked.url;
    },
    listCustomerLists: ({ adAccountId }: AdAccountContext) =>
      sandbox.control<{ id: string; members: number }[]>(`${vendor}/customer-lists`, {
        account_id: adAccountId,
      }),
    async passMinutes(minutes: number) {
      await sandbox.control("clock", { step: `PT${minutes}M` });
    },
    async runAds(days: number) {
      await sandbox.control("clock", { step: `P${days}D` });
    },
    now,
    stop,
  } satisfies Partial<PlatformUnderTest>;
}

/** Reads are GETs; writes are POSTs to the level's own path. */
export const matchWrites = (paths: Record<Level, string>) => (to: Target) =>
  to === "reading" ? { method: "GET" } : { method: "POST", path: paths[to] };

type OpenedAccount = { account: AdAccountContext; seeded: { identity: string } };

/** Accounts of a platform without refresh tokens: they link again. */
export function makeRelinkingAccounts(
  openAccount: (options?: { identity: string }) => Promise<OpenedAccount>,
) {
  let identity = "fresh";
  return {
    async freshAccount() {
      const { account, seeded } = await openAccount();
      identity = seeded.identity;
      return { account, tokens: toPlatformTokens(account) };
    },
    relink: async () => (await openAccount({ identity })).account.accessToken,
  } satisfies Partial<PlatformUnderTest>;
}
