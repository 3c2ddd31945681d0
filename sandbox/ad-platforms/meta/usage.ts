import { makeRateLimit } from "../../base/rate-limit.ts";
import type { World } from "../../base/world.ts";
import { GraphError } from "./errors.ts";
import { SCORE, SCORE_CEILING, type Tier } from "./facts.ts";

export type Business = "ads_management" | "ads_insights";

/** An ad account's score: each call costs points, the points decay, and calls above the limit are refused. */
export interface Usage {
  readonly tier: Tier;
  setTier(tier: Tier): void;
  /** Returns the usage headers; throws when the limit is reached. */
  charge(accountId: string, business: Business, isWrite: boolean): Record<string, string>;
}

export function makeUsage(world: World): Usage {
  const state = world.state<{ tier: Tier }>("meta.tier", () => ({ tier: "standard_access" }));
  const makeBucket = (capacity: number) =>
    makeRateLimit({ capacity, leakPerSecond: capacity / SCORE.decaySeconds });
  const buckets = {
    development_access: makeBucket(SCORE_CEILING.development_access),
    standard_access: makeBucket(SCORE_CEILING.standard_access),
  };
  return {
    get tier() {
      return state.tier;
    },
    setTier(tier) {
      state.tier = tier;
    },
    charge(accountId, business, isWrite) {
      const bucket = buckets[state.tier];
      let usage = bucket.take(accountId);
      for (let point = 1; usage.allowed && point < (isWrite ? SCORE.write : SCORE.read); point += 1)
        usage = bucket.take(accountId);
      const percent = usage.allowed ? Math.round(100 - (usage.remaining / usage.limit) * 100) : 100;
      const headers = toUsageHeaders(accountId, business, state.tier, percent, 0);
      if (usage.allowed) return headers;
      throw new GraphError(17, "(#17) User request limit reached", {
        subcode: 2_446_079,
        title: "Ad account has too many API calls",
        userMessage: "There have been too many calls to this ad account. Wait a bit and try again.",
        headers: toUsageHeaders(accountId, business, state.tier, 100, computeWaitMinutes(state.tier)),
      });
    },
  };
}

/** Minutes until calls are accepted again: five for an app of limited access, one for the others. */
const computeWaitMinutes = (tier: Tier) => (tier === "development_access" ? 5 : 1);

function toUsageHeaders(
  accountId: string,
  business: Business,
  tier: Tier,
  percent: number,
  minutes: number,
): Record<string, string> {
  const used = { call_count: percent, total_cputime: percent, total_time: percent };
  const own = { type: business, ...used, estimated_time_to_regain_access: minutes };
  return {
    "x-business-use-case-usage": JSON.stringify({ [accountId]: [{ ...own, ads_api_access_tier: tier }] }),
    "x-ad-account-usage": JSON.stringify({
      acc_id_util_pct: percent,
      reset_time_duration: minutes * 60,
      ads_api_access_tier: tier,
    }),
    "x-app-usage": JSON.stringify(used),
    ...(business === "ads_insights"
      ? {
          "x-fb-ads-insights-throttle": JSON.stringify({
            app_id_util_pct: percent,
            acc_id_util_pct: percent,
            ads_api_access_tier: tier,
          }),
        }
      : {}),
  };
}

/** The shared fault 429 as Meta's business-use-case limit: the wait is in whole minutes, in a header. */
export function throttled(seconds: number): GraphError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new GraphError(80_004, "(#80004) There have been too many calls to this ad-account.", {
    subcode: 2_446_079,
    headers: toUsageHeaders("0", "ads_management", "standard_access", 100, minutes),
  });
}
