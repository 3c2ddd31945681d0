/** A turn of the event loop that takes longer means that requests wait for this process. */
const busyTurnMs = 4;
/** Background work is never held up for longer: it goes on, slowly, on a process that is always busy. */
const longestWaitMs = 50;

type Options = { now(): number; nextTurn(): Promise<void> };

/**
 * Makes a gate for background work, to be awaited before each piece of it: pieces pass one by one, each after a turn of
 * the event loop that was short. So ten thousand jobs that are due at one moment run between requests, not before them.
 */
export function makeGate({ now, nextTurn }: Options): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();

  async function pass() {
    const beganAt = now();
    for (let turnBeganAt = beganAt; ; ) {
      await nextTurn();
      const at = now();
      if (at - turnBeganAt < busyTurnMs || at - beganAt >= longestWaitMs) return;
      turnBeganAt = at;
    }
  }

  return () => {
    last = last.then(pass);
    return last;
  };
}

/** The gate of this process. */
export const yieldToRequests = makeGate({
  now: () => performance.now(),
  nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
});
