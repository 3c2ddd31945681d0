/** A leaky bucket on system time, one for each key (a token, an account). */
export interface RateLimit {
  take(key: string): {
    allowed: boolean;
    limit: number;
    remaining: number;
    /** Unix seconds at which the bucket is empty again. */
    resetAt: number;
    retryAfterSeconds: number;
  };
}

export type RateLimitOptions = { capacity: number; leakPerSecond: number; now?: () => number };

export function makeRateLimit(options: RateLimitOptions): RateLimit {
  const now = options.now ?? (() => Date.now()); // read each time, so that tests can freeze the clock
  const levels = new Map<string, { level: number; at: number }>();
  return {
    take(key) {
      const at = now();
      const last = levels.get(key) ?? { level: 0, at };
      const drained = Math.max(0, last.level - ((at - last.at) / 1000) * options.leakPerSecond);
      const allowed = drained + 1 <= options.capacity;
      const level = allowed ? drained + 1 : drained;
      levels.set(key, { level, at });
      return {
        allowed,
        limit: options.capacity,
        remaining: Math.max(0, Math.floor(options.capacity - level)),
        resetAt: Math.ceil(at / 1000 + level / options.leakPerSecond),
        retryAfterSeconds: allowed
          ? 0
          : Math.max(1, Math.ceil((drained + 1 - options.capacity) / options.leakPerSecond)),
      };
    },
  };
}
