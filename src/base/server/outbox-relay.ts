import type { Clock } from "./clock.ts";
import type { Db } from "./db/db.ts";
import type { Log } from "./log.ts";
import {
  assignPositions,
  type EventPlace,
  findBehind,
  registerSubscriptions,
  restCursors,
} from "./outbox.store.ts";
import { catchUp } from "./outbox-turn.ts";
import type { Subscription } from "./subscription.ts";
import { yieldToRequests } from "./yield-to-requests.ts";

export { eventsChannel } from "./outbox.store.ts";
export type { StoredEvent, Subscription } from "./subscription.ts";

type Options = {
  db: Db;
  log: Log;
  worldClock: Clock;
  subscriptions: readonly Subscription[];
  maxFailures?: number;
  /** Lanes that are handled at once, by as many connections; those that a person waits for have one more. */
  turnsAtOnce?: number;
};

/** The channel on which processes that handle no events tell those that do that they have published. */
export const publishedChannel = "rawaj_published";

/** What was missed, because a process was killed or a notification lost, is found this often. */
const sweepMs = 5_000;
/** From the beginning of a round to that of the next: what is published meanwhile gets positions together. */
const roundMs = 25;
const restMs = 3_600_000;
const atOnce = async () => {};

/** One subscription's next batch in one lane. */
type Turn = { subscription: Subscription; lane: number; key: string };

/**
 * Delivers events: assigns each a position after the commit, then lets every subscription catch up, lane by lane, some
 * lanes at once. Who has something to do is told by the positions that were just assigned; a sweep finds the rest.
 */
export function makeOutboxRelay(options: Options) {
  const { db, log, worldClock, subscriptions, maxFailures = 8, turnsAtOnce = 6 } = options;
  const waiting = { urgent: new Map<string, Turn>(), others: new Map<string, Turn>() };
  const running = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  /** Of lanes whose last batch failed: so many events come one by one, which shows the bad one. */
  const single = new Map<string, number>();
  const subscriptionsTo = Map.groupBy(
    subscriptions.flatMap((subscription) => subscription.events.map((event) => ({ event, subscription }))),
    ({ event }) => event,
  );
  let beforeTurn = yieldToRequests;
  /** Batches that were handled, or failed. */
  let turnsDone = 0;
  let round: Promise<void> | undefined;
  let isRequested = false;
  let stopped = true;
  let restedAt = Number.NEGATIVE_INFINITY;

  function add({ name, lane }: EventPlace) {
    for (const { subscription } of subscriptionsTo.get(name) ?? []) addTurn(subscription, lane);
  }

  function addTurn(subscription: Subscription, lane: number) {
    const key = `${subscription.name} ${lane}`;
    waiting[subscription.isUrgent ? "urgent" : "others"].set(key, { subscription, lane, key });
  }

  /** Starts as many turns as may run at once. A lane that has its turn waits with what came meanwhile. */
  function startTurns() {
    startFrom(waiting.urgent, turnsAtOnce + 1);
    startFrom(waiting.others, turnsAtOnce);
  }

  function startFrom(queue: Map<string, Turn>, limit: number) {
    for (const [key, turn] of queue) {
      if (running.size >= limit) return;
      if (running.has(key)) continue;
      queue.delete(key);
      const run = runTurn(turn).finally(() => {
        running.delete(key);
        startTurns();
      });
      running.set(key, run);
    }
  }

  async function runTurn({ subscription, lane, key }: Turn) {
    try {
      if (!subscription.isUrgent) await beforeTurn();
      const outcome = await catchUp(
        { db, log, worldClock, maxFailures },
        { subscription, lane, isSingle: single.has(key) },
      );
      countSingle(key, outcome.handled, outcome.failedBatch);
      if (outcome.handled + outcome.failedBatch > 0) turnsDone += 1;
      if (outcome.retrySeconds !== undefined)
        later(() => addTurn(subscription, lane), outcome.retrySeconds * 1_000);
      else if (outcome.hasMore) addTurn(subscription, lane);
    } catch (error) {
      log.error(
        { err: error, subscription: subscription.name },
        "events could not be delivered; trying again",
      );
      later(() => addTurn(subscription, lane), 1_000);
    }
  }

  function countSingle(key: string, handled: number, failedBatch: number) {
    if (failedBatch > 0) single.set(key, failedBatch);
    else if (handled > 0 && single.has(key)) {
      const left = (single.get(key) ?? 0) - handled;
      if (left > 0) single.set(key, left);
      else single.delete(key);
    }
  }

  function later(work: () => void, ms: number) {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
      startTurns();
    }, ms);
    timers.add(timer);
  }

  /** Assigns positions as long as something was published, at most every `roundMs`. */
  async function assignAll() {
    try {
      while (isRequested && !stopped) {
        isRequested = false;
        const beganAt = performance.now();
        const { places, hasMore } = await assignPositions(db);
        for (const place of places) add(place);
        startTurns();
        isRequested ||= hasMore;
        const rest = roundMs - (performance.now() - beganAt);
        if (places.length > 0 && rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      }
    } catch (error) {
      log.error({ err: error }, "events got no positions; trying again");
      later(wake, 1_000);
    }
  }

  function wake() {
    if (stopped) return;
    isRequested = true;
    round ??= assignAll().finally(() => {
      round = undefined;
      if (isRequested) wake();
    });
  }

  /** Finds whoever has something to do, whoever assigned the positions. */
  async function sweep() {
    for (const { name, lane } of await findBehind(db, subscriptions)) {
      const subscription = subscriptions.find((one) => one.name === name);
      if (subscription) addTurn(subscription, lane);
    }
  }

  async function sweepAndRest() {
    await sweep();
    startTurns();
    if (performance.now() - restedAt < restMs) return;
    await restCursors(db, subscriptions);
    restedAt = performance.now();
  }

  function runSweep() {
    sweepAndRest().catch((error) => log.error({ err: error }, "waiting events could not be found"));
    wake();
    later(runSweep, sweepMs);
  }

  async function finishTurns() {
    startFrom(waiting.urgent, turnsAtOnce);
    if (running.size === 0) startTurns();
    while (running.size > 0) await Promise.race(running.values());
  }

  return {
    /** Something was committed: assign positions now rather than at the next sweep. */
    wake,
    async start() {
      stopped = false;
      await registerSubscriptions(db, subscriptions);
      runSweep();
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      waiting.urgent.clear();
      waiting.others.clear();
      await round;
      await Promise.all(running.values());
    },
    /** Delivers everything that waits, and returns when nothing is left. For tests and for orderly shutdown. */
    async settle() {
      await registerSubscriptions(db, subscriptions);
      beforeTurn = atOnce;
      for (let done = -1; done !== turnsDone; ) {
        done = turnsDone;
        const { places } = await assignPositions(db);
        for (const place of places) add(place);
        await finishTurns();
        await sweep();
        await finishTurns();
      }
      beforeTurn = yieldToRequests;
    },
  };
}
