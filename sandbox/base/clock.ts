import type { Memory } from "./memory.ts";

/**
 * A slot is one world minute. The economy and the scheduler run once for each slot, in order; none is repeated or
 * skipped.
 */
export const SLOT_MS = 60_000;
const TICK_MS = 200;
/** After the computer was asleep, the world does not jump ahead. */
const MAX_TICK_MS = 1_000;

export type SlotRunner = (slot: { start: Date; end: Date }) => void | Promise<void>;

/** The world's time. It stops while the program is off, and moves in slots while it is on. */
export interface WorldClock {
  now(): Date;
  readonly speed: number;
  readonly paused: boolean;
  set(change: { speed?: number; paused?: boolean }): void;
  /** Runs every slot of this span as fast as the pending calls complete; resolves when all is done. */
  step(ms: number): Promise<void>;
  onSlot(runner: SlotRunner): void;
  /** Called after the last slot of a step or a tick. */
  onSettled(settle: () => Promise<void>): void;
  /** Runs a function between two slots, when the world is consistent. */
  betweenSlots<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  start(): void;
  /** Stops the timer and waits for the running slot. */
  stop(): Promise<void>;
}

interface ClockState {
  instant: number;
  speed: number;
  paused: boolean;
}

export function makeClock(memory: Memory, first: () => { instant: number; speed: number }): WorldClock {
  const state = memory.state<ClockState>("clock", () => {
    const { instant, speed } = first();
    return { instant, speed: speed || 60, paused: speed === 0 };
  });
  const runners: SlotRunner[] = [];
  const settlers: (() => Promise<void>)[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let lastTick = performance.now();
  let ticking = false;
  let stopping = false;

  const enqueue = <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };

  const advance = async (ms: number) => {
    const target = state.instant + ms;
    for (;;) {
      const start = Math.floor(state.instant / SLOT_MS) * SLOT_MS;
      const end = start + SLOT_MS;
      if (end > target || stopping) break;
      state.instant = end;
      for (const run of runners) await run({ start: new Date(start), end: new Date(end) });
    }
    if (!stopping) state.instant = target;
    for (const settle of settlers) await settle();
  };

  const tick = async () => {
    const now = performance.now();
    const elapsed = Math.min(now - lastTick, MAX_TICK_MS);
    if (ticking) return;
    lastTick = now;
    if (state.paused || stopping) return;
    ticking = true;
    try {
      await enqueue(() => advance(Math.round(elapsed * state.speed)));
    } catch (error) {
      state.paused = true; // a world that fails is paused, and the error is shown
      process.stderr.write(
        `sandbox: the clock was paused: ${error instanceof Error ? error.stack : error}\n`,
      );
    }
    ticking = false;
    lastTick = Math.max(lastTick, performance.now() - TICK_MS);
  };

  return {
    now: () => new Date(state.instant),
    get speed() {
      return state.speed;
    },
    get paused() {
      return state.paused;
    },
    set(change) {
      if (change.speed === 0) state.paused = true;
      else if (change.speed !== undefined) state.speed = change.speed;
      if (change.paused !== undefined) state.paused = change.paused;
    },
    async step(ms) {
      await enqueue(() => advance(ms));
      lastTick = performance.now();
    },
    onSlot: (runner) => void runners.push(runner),
    onSettled: (settle) => void settlers.push(settle),
    betweenSlots: enqueue,
    start() {
      lastTick = performance.now();
      timer = setInterval(() => void tick(), TICK_MS);
    },
    async stop() {
      stopping = true;
      if (timer) clearInterval(timer);
      await queue;
    },
  };
}

/** "PT1H", "P30D", "P1W", "P1DT12H" or a number of seconds, in milliseconds; null when it is neither. */
export function parseDuration(text: unknown): number | null {
  if (typeof text === "number" && Number.isFinite(text) && text > 0) return Math.round(text * 1000);
  if (typeof text !== "string") return null;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const parts = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  if (!parts) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const ms = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  return ms > 0 ? ms : null;
}
