import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** A turn of the event loop that takes longer means that requests wait for this process. */
const busyTurnMs = 4;
/** While people are served, background work leaves them this share of the event loop's time. */
const shareForRequests = 0.5;
/** People are served while their last request is not older. */
const servedMs = 1_000;
/** Background work is never held up for longer: it goes on, slowly, on a process that is always busy. */
const longestWaitMs = 50;
/** The event loop's recent time reaches back this far at least, twice as far at most. */
const recentMs = 25;
const restMs = 1;

type Options = {
  now(): number;
  nextTurn(): Promise<void>;
  rest(): Promise<void>;
  /** The share of its recent time that the event loop worked, 0 to 1. */
  loadRecentShare(): number;
};

/**
 * Makes a gate for background work, to be awaited before each piece of it: pieces pass one by one, each after a turn of
 * the event loop that was short, and while people are served only when the event loop has rested enough. So ten thousand
 * jobs that are due at one moment run between requests, not before them.
 */
export function makeGate({ now, nextTurn, rest, loadRecentShare }: Options) {
  let last: Promise<void> = Promise.resolve();
  let servedAt = Number.NEGATIVE_INFINITY;

  async function pass() {
    const beganAt = now();
    const isOverdue = () => now() - beganAt >= longestWaitMs;
    for (let turnBeganAt = beganAt; ; turnBeganAt = now()) {
      await nextTurn();
      if (now() - turnBeganAt < busyTurnMs || isOverdue()) break;
    }
    while (now() - servedAt < servedMs && loadRecentShare() > 1 - shareForRequests && !isOverdue())
      await rest();
  }

  return {
    /** Awaited before a piece of background work. */
    pass(): Promise<void> {
      last = last.then(pass);
      return last;
    },
    /** Somebody waits for an answer of this process. */
    noteRequest() {
      servedAt = now();
    },
  };
}

function makeRecentShare() {
  const measure = () => ({ at: performance.now(), used: performance.eventLoopUtilization() });
  let older: { at: number; used: EventLoopUtilization } = measure();
  let newer = older;
  return () => {
    const { utilization } = performance.eventLoopUtilization(older.used);
    if (performance.now() - newer.at >= recentMs) {
      older = newer;
      newer = measure();
    }
    return utilization;
  };
}

const gate = makeGate({
  now: () => performance.now(),
  nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
  rest: () => wait(restMs),
  loadRecentShare: makeRecentShare(),
});

/** The gate of this process. */
export const yieldToRequests = gate.pass;
/** Called for each request of a person, who is served before background work from then on. */
export const noteRequest = gate.noteRequest;
