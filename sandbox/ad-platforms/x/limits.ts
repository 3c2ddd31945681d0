/** Calls of a kind in a fixed window of system time (docs.x.com, X Ads API, rate limiting). */
export const LIMITS = {
  write: { calls: 450, seconds: 60, of: "token" },
  analytics: { calls: 250, seconds: 900, of: "token" },
  targeting: { calls: 400, seconds: 900, of: "token" },
  global: { calls: 5, seconds: 900, of: "token" },
  conversions: { calls: 100_000, seconds: 900, of: "account" },
  core: { calls: 10_000, seconds: 900, of: "account" },
  read: { calls: 2_000, seconds: 900, of: "account" },
} as const;
export type Limit = keyof typeof LIMITS;

/** Counts calls; returns whether this one is within its limit, and the rate limit headers. */
export function makeLimits(now: () => number = Date.now) {
  const windows = new Map<string, { used: number; endsAt: number }>();
  return {
    take(limit: Limit, key: string): { allowed: boolean; headers: Record<string, string> } {
      const { calls, seconds, of } = LIMITS[limit];
      const name = `${limit}/${key}`;
      const found = windows.get(name);
      const window = found && found.endsAt > now() ? found : { used: 0, endsAt: now() + seconds * 1_000 };
      window.used += 1;
      windows.set(name, window);
      const prefix = of === "account" ? "x-account-rate-limit" : "x-rate-limit";
      return {
        allowed: window.used <= calls,
        headers: {
          [`${prefix}-limit`]: String(calls),
          [`${prefix}-remaining`]: String(Math.max(0, calls - window.used)),
          [`${prefix}-reset`]: String(Math.ceil(window.endsAt / 1_000)),
        },
      };
    },
  };
}
export type Limits = ReturnType<typeof makeLimits>;
