import { Gauge, type Registry } from "prom-client";

/** Merchants that are counted at once: one that has more than this share of all use is surely among them. */
const counted = 200;
/** Merchants that metrics name. */
const named = 10;
const windowMs = 60_000;

type Use = { count: number; seconds: number };

/**
 * Who uses most, with a bounded number of counters however many merchants there are (the Space-Saving algorithm of
 * Metwally, Agrawal and El Abbadi): a newcomer takes over the smallest counter, so that counts may be too high by what
 * that had, and never too low.
 */
export function makeTopTalkers(size = counted) {
  const uses = new Map<string, Use>();

  function takeOverSmallest(): Use {
    let smallest: [string, Use] | undefined;
    for (const entry of uses) if (!smallest || entry[1].seconds < smallest[1].seconds) smallest = entry;
    if (!smallest) return { count: 0, seconds: 0 };
    uses.delete(smallest[0]);
    return smallest[1];
  }

  return {
    add(merchantId: string, seconds: number) {
      let use = uses.get(merchantId);
      if (!use) {
        use = uses.size < size ? { count: 0, seconds: 0 } : takeOverSmallest();
        uses.set(merchantId, use);
      }
      use.count += 1;
      use.seconds += seconds;
    },
    /** Those that used most, the greatest first. */
    list: (most: number) =>
      [...uses]
        .map(([merchantId, use]) => ({ merchantId, ...use }))
        .sort((a, b) => b.seconds - a.seconds)
        .slice(0, most),
    clear: () => uses.clear(),
  };
}

/**
 * The merchants that used most in the last whole minute, as gauges. `what` is what they used: the time of requests, or of
 * jobs.
 */
export function measureTopTalkers(registry: Registry) {
  const windows = new Map<string, { current: ReturnType<typeof makeTopTalkers>; last: Ranked }>();
  let endsAt = performance.now() + windowMs;

  function turn() {
    if (performance.now() < endsAt) return;
    const isRecent = performance.now() < endsAt + windowMs;
    endsAt = performance.now() + windowMs;
    for (const window of windows.values()) {
      window.last = isRecent ? window.current.list(named) : [];
      window.current.clear();
    }
  }

  const show = (name: string, help: string, read: (use: Use) => number) =>
    new Gauge({
      name,
      help: `${help} of the merchants that used most in the last whole minute`,
      labelNames: ["merchant", "what"],
      registers: [registry],
      collect() {
        turn();
        this.reset();
        for (const [what, { last }] of windows)
          for (const use of last) this.set({ merchant: use.merchantId, what }, read(use));
      },
    });
  show("merchant_uses", "Requests or jobs", ({ count }) => count);
  show("merchant_busy_seconds", "Time of requests or jobs", ({ seconds }) => seconds);

  return {
    add(what: "requests" | "jobs", merchantId: string, seconds: number) {
      turn();
      let window = windows.get(what);
      if (!window) {
        window = { current: makeTopTalkers(), last: [] };
        windows.set(what, window);
      }
      window.current.add(merchantId, seconds);
    },
  };
}

type Ranked = ReturnType<ReturnType<typeof makeTopTalkers>["list"]>;
