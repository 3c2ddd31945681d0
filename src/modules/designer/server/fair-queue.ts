type Waiting = { run: () => Promise<void> };
/** `startedAt`: the count of works when its last one began; 0 before its first. */
type Line = { running: number; startedAt: number; waiting: Waiting[] };

export type FairQueue = {
  /** Runs the work when it is the key's turn. Undefined, at once, when too much of this key waits already. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> | undefined;
};

/**
 * Runs `atOnce` works together, at most `perKey` of one key, and takes the keys in turn: what one key has waiting delays
 * another one's by no more than the works under way.
 */
export function makeFairQueue({
  atOnce,
  perKey,
  waitingPerKey,
}: {
  atOnce: number;
  perKey: number;
  waitingPerKey: number;
}): FairQueue {
  const lines = new Map<string, Line>();
  let running = 0;
  let started = 0;

  /** Of the keys that may run, the one whose last work began first. */
  function findNext(): [string, Line] | undefined {
    let next: [string, Line] | undefined;
    for (const [key, line] of lines)
      if (
        line.running < perKey &&
        line.waiting.length > 0 &&
        line.startedAt < (next?.[1].startedAt ?? Infinity)
      )
        next = [key, line];
    return next;
  }

  function startNext(): void {
    while (running < atOnce) {
      const next = findNext();
      const work = next?.[1].waiting.shift();
      if (!next || !work) return;
      const [key, line] = next;
      started += 1;
      line.startedAt = started;
      line.running += 1;
      running += 1;
      void work.run().finally(() => {
        line.running -= 1;
        running -= 1;
        if (line.running === 0 && line.waiting.length === 0) lines.delete(key);
        startNext();
      });
    }
  }

  return {
    run<T>(key: string, work: () => Promise<T>) {
      const line = lines.get(key) ?? { running: 0, startedAt: 0, waiting: [] };
      if (line.waiting.length >= waitingPerKey) return undefined;
      lines.set(key, line);
      return new Promise<T>((resolve, reject) => {
        line.waiting.push({ run: () => work().then(resolve, reject) });
        startNext();
      });
    },
  };
}
