import { makeClock, type WorldClock } from "./clock.ts";
import { type Faults, makeFaults } from "./faults.ts";
import { type Ids, makeIds } from "./ids.ts";
import { type Inbox, makeInbox } from "./inbox.ts";
import { type Memory, openMemory } from "./memory.ts";
import { type Random, seededRandom } from "./random.ts";
import { makeRateLimit, type RateLimit, type RateLimitOptions } from "./rate-limit.ts";
import { makeReceived, type Received } from "./received.ts";
import { makeRequestPool, type RequestPool } from "./request-pool.ts";
import { makeScheduler, type Scheduler } from "./scheduler.ts";
import type { Settings } from "./settings.ts";
import { makeWebhooks, type Webhooks } from "./webhooks.ts";

/** Everything a simulator may use. Business time is `now()`; tokens, rate limits and retries use system time. */
export interface World extends Pick<Memory, "state" | "table" | "journal"> {
  settings: Settings;
  clock: WorldClock;
  now(): Date;
  readonly seed: string;
  /** Changes the randomness from now on. */
  reseed(seed: string): void;
  /** The stream of these words under the world's seed. */
  random(...words: (string | number)[]): Random;
  ids: Ids;
  scheduler: Scheduler;
  requestPool: RequestPool;
  faults: Faults;
  received: Received;
  inbox: Inbox;
  webhooks: Webhooks;
  /** A rate limit, which is unlimited where the settings turn limits off. */
  rateLimit(options: RateLimitOptions): RateLimit;
  /** The address of one of our hosts, without trailing slash: `world.url("salla")`. */
  url(host?: string): string;
  /** Called once, when the server listens. */
  setOrigin(origin: string): void;
  save(): void;
  /** Deletes everything and starts again at the system time (or `start`). */
  reset(): void;
}

/** How many network calls the world makes at once. */
const MAX_CONCURRENT_REQUESTS = 32;

export function makeWorld(settings: Settings): World {
  const memory = openMemory(settings.dataDir);
  const first = () => ({ instant: (settings.start ?? new Date()).getTime(), speed: settings.speed });
  const seedState = memory.state<{ seed: string }>("seed", () => ({ seed: settings.seed }));
  const seed = () => seedState.seed;
  const clock = makeClock(memory, first);
  const ids = makeIds(memory, seed);
  const faults = makeFaults(memory);
  const requestPool = makeRequestPool(MAX_CONCURRENT_REQUESTS);
  const received = makeReceived();
  let origin: string | null = null;

  return {
    settings,
    clock,
    now: clock.now,
    get seed() {
      return seedState.seed;
    },
    reseed(next) {
      seedState.seed = next;
    },
    random: (...words) => seededRandom(seedState.seed, ...words),
    ids,
    scheduler: makeScheduler(memory),
    requestPool,
    faults,
    received,
    inbox: makeInbox(memory, ids),
    webhooks: makeWebhooks({ memory, requestPool, faults, ids }),
    rateLimit: (options) =>
      makeRateLimit(settings.rateLimits ? options : { ...options, capacity: Number.MAX_SAFE_INTEGER }),
    state: memory.state,
    table: memory.table,
    journal: memory.journal,
    url(host) {
      if (!origin) throw new Error("the sandbox does not listen yet");
      return host ? `${origin}/${host}` : origin;
    },
    setOrigin(address) {
      origin = address;
    },
    save: memory.save,
    reset() {
      memory.clear();
      received.clear();
    },
  };
}
