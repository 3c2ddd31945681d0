import type { Log } from "./log.ts";
import { yieldToRequests } from "./yield-to-requests.ts";

/** A piece of work of a merchant, in a lane that has slots of its own: an ad platform. */
export type DueItem<Lane extends string> = { lane: Lane; merchantId: string };

type Options<Lane extends string, Item extends DueItem<Lane>> = {
  log: Log;
  name: string;
  lanes: readonly Lane[];
  /** How many pieces of a lane run at once in this process. */
  slots: number;
  /** How often what has become due is looked for. */
  lookMs: number;
  /**
   * Takes what is due, at most `count` of each lane, so that no other process takes it; nothing of the merchants who
   * have their share of the lane's slots.
   */
  claim(
    free: readonly { lane: Lane; count: number }[],
    busy: readonly { lane: Lane; merchantId: string }[],
  ): Promise<Item[]>;
  /** Does it, and says when it is due again. */
  run(item: Item): Promise<void>;
  /** It did not end before the process did: it is due for another. */
  giveBack(item: Item): Promise<void>;
};

/** One merchant takes at most this part of a lane's slots. */
const merchantShare = 4;
/** Slots that become free within this time take new work together: one statement for all of them. */
const gatherMs = 100;
const stopMs = 8_000;

/**
 * Runs work that a table says is due. A slot that becomes free takes the next piece, whatever the others are doing; one
 * lane's slow system holds up no other lane, one merchant's many pieces no other merchant's.
 */
export function makeDueWork<Lane extends string, Item extends DueItem<Lane>>(options: Options<Lane, Item>) {
  const { log, name, lanes, slots, lookMs, claim, run, giveBack } = options;
  const running = new Map<Item, Promise<void>>();
  /** Lanes in which more may be due than was taken. */
  const full = new Set<Lane>();
  const perMerchant = Math.max(1, Math.floor(slots / merchantShare));
  let timer: NodeJS.Timeout | undefined;
  let nextAt = Number.POSITIVE_INFINITY;
  let isLooking = false;
  let isStopped = true;

  function countBusy() {
    const counts = new Map<string, { lane: Lane; merchantId: string; count: number }>();
    for (const { lane, merchantId } of running.keys()) {
      const key = `${lane} ${merchantId}`;
      const known = counts.get(key) ?? { lane, merchantId, count: 0 };
      counts.set(key, { ...known, count: known.count + 1 });
    }
    return [...counts.values()].filter(({ count }) => count >= perMerchant);
  }

  /** Takes what is due into the free slots. */
  async function look(): Promise<void> {
    const taken = Map.groupBy(running.keys(), ({ lane }) => lane);
    const busy = countBusy();
    // No more than one merchant may take at once: what is taken in one statement may all be of one.
    const free = lanes
      .map((lane) => ({ lane, count: Math.min(perMerchant, slots - (taken.get(lane)?.length ?? 0)) }))
      .filter(({ count }) => count > 0);
    if (free.length === 0) return;
    const items = await claim(free, busy);
    for (const { lane, count } of free) {
      const found = items.filter((item) => item.lane === lane).length;
      if (found === count) full.add(lane);
      else full.delete(lane);
    }
    for (const item of items) running.set(item, runOne(item));
  }

  async function runOne(item: Item) {
    try {
      await yieldToRequests();
      await run(item);
    } catch (error) {
      log.error({ err: error, work: name, merchant_id: item.merchantId }, "a piece of due work failed");
    } finally {
      running.delete(item);
      if (full.has(item.lane)) schedule(gatherMs);
    }
  }

  function schedule(ms: number) {
    const at = performance.now() + ms;
    if (isStopped || isLooking || at >= nextAt) return;
    clearTimeout(timer);
    nextAt = at;
    timer = setTimeout(lookAndGoOn, ms);
  }

  async function lookAndGoOn() {
    nextAt = Number.POSITIVE_INFINITY;
    isLooking = true;
    await look().catch((error) => log.error({ err: error, work: name }, "due work could not be taken"));
    isLooking = false;
    schedule(full.size > 0 ? gatherMs : lookMs);
  }

  return {
    start() {
      isStopped = false;
      schedule(0);
    },
    /** Takes nothing more, and waits for what runs, a few seconds at most. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const end = setTimeout(resolve, stopMs);
      await Promise.race([Promise.all(running.values()), late]);
      clearTimeout(end);
      await Promise.all([...running.keys()].map(giveBack));
    },
    /** Does everything that is due within this call. */
    async settle() {
      do {
        await look();
        await Promise.all(running.values());
      } while (full.size > 0);
    },
  };
}
