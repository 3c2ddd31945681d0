import type { AdAccountContext, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { InjectedFault, PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { type Ground, tokensOf } from "./ground.ts";

type Target = Level | "reading";

const faults: Record<InjectedFault, string> = {
  act_then_silence: "timeout_after",
  silence: "timeout_before",
  busy: "429",
  down: "503",
  half_done: "half_done",
};

/** What every simulated ad platform can be told by the same control calls; `where` says which requests are meant. */
export function simulator(
  { sandbox, landingUrl, now, stop }: Ground,
  vendor: string,
  where: (to: Target) => object,
  busySeconds = 7,
) {
  return {
    landingUrl,
    busySeconds,
    callToAction: "shop_now",
    async injectFault(kind: InjectedFault, to: Target) {
      const wait = kind === "busy" ? { retry_after: busySeconds } : {};
      await sandbox.control("faults", { vendor, kind: faults[kind], times: 1, ...where(to), ...wait });
    },
    async expireTokens() {
      await sandbox.control("faults", { vendor, kind: "expire_tokens" });
    },
    async runAds(days: number) {
      await sandbox.control("clock", { step: `P${days}D` });
    },
    now,
    stop,
  } satisfies Partial<PlatformUnderTest>;
}

/** Readings are GETs; what writes is a POST to the level's own path. */
export const postsTo = (paths: Record<Level, string>) => (to: Target) =>
  to === "reading" ? { method: "GET" } : { method: "POST", path: paths[to] };

type Somebody = { account: AdAccountContext; ready: { identity: string } };

/** People of a platform that renews no permission by itself: they link again. */
export function relinking(someone: (ask?: { identity: string }) => Promise<Somebody>) {
  let identity = "fresh";
  return {
    async freshAccount() {
      const { account, ready } = await someone();
      identity = ready.identity;
      return { account, tokens: tokensOf(account) };
    },
    relink: async () => (await someone({ identity })).account.accessToken,
  } satisfies Partial<PlatformUnderTest>;
}
