import { performance } from "node:perf_hooks";

/** A turn of the event loop that takes longer means that requests wait for this process. */
const busyTurnMs = 4;
/** While requests come, the process rests this many times as long as it worked since the last piece. */
const restPerWork = 1;
/** Requests come while the last one began no longer ago. */
const quietMs = 1_000;
/** Background work is never held up for longer: it goes on, slowly, on a process that is always busy. */
const longestWaitMs = 50;

type Options = {
  now(): number;
  nextTurn(): Promise<void>;
  /** Milliseconds that the event loop has worked and rested since the process started. */
  readLoop(): { active: number; idle: number };
  rest(ms: number): Promise<void>;
};

/**
 * A gate for background work. `pass` is awaited before each piece of it: pieces pass one by one, each after a turn of the
 * event loop that was short, so that ten thousand jobs that are due at one moment run between requests, not before them.
 * While requests come (`noteRequest`), the pieces also leave half of the process's time free, and with it the database's:
 * a request that comes at any moment finds few of them under way. Without requests nothing is held back.
 */
export function makeGate({ now, nextTurn, readLoop, rest }: Options) {
  let last: Promise<void> = Promise.resolve();
  let requestedAt = Number.NEGATIVE_INFINITY;
  let passed = readLoop();

  async function waitForShortTurn(beganAt: number) {
    for (let turnBeganAt = beganAt; ; ) {
      await nextTurn();
      const at = now();
      if (at - turnBeganAt < busyTurnMs || at - beganAt >= longestWaitMs) return;
      turnBeganAt = at;
    }
  }

  async function waitForRest(beganAt: number) {
    for (;;) {
      const at = now();
      if (at - requestedAt > quietMs) return;
      const { active, idle } = readLoop();
      const missing = (active - passed.active) * restPerWork - (idle - passed.idle);
      const left = longestWaitMs - (at - beganAt);
      if (missing <= 0 || left <= 0) return;
      await rest(Math.min(missing, left));
    }
  }

  async function passOne() {
    const beganAt = now();
    await waitForRest(beganAt);
    await waitForShortTurn(beganAt);
    passed = readLoop();
  }

  return {
    pass(): Promise<void> {
      last = last.then(passOne);
      return last;
    },
    noteRequest() {
      requestedAt = now();
    },
  };
}

/** The gate of this process. */
const gate = makeGate({
  now: () => performance.now(),
  nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
  readLoop: () => performance.eventLoopUtilization(),
  rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

export const yieldToRequests = gate.pass;
export const noteRequest = gate.noteRequest;
