/** The world's outgoing network calls: limited in number, and awaited before a step is reported as done. */
export interface RequestPool {
  /** Queues a call. The promise settles with the call; the caller handles a failure. */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
  /** Resolves when no call is in flight. */
  drain(): Promise<void>;
  readonly running: number;
}

export function makeRequestPool(limit: number): RequestPool {
  const waiting: (() => void)[] = [];
  let running = 0;
  let idle: (() => void)[] = [];

  const finish = () => {
    const next = waiting.shift();
    if (next) return next();
    running -= 1;
    if (running > 0) return;
    const waiters = idle;
    idle = [];
    for (const resolve of waiters) resolve();
  };

  return {
    async run(call) {
      if (running < limit) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await call();
      } finally {
        finish();
      }
    },
    async drain() {
      do {
        if (running > 0) await new Promise<void>((resolve) => idle.push(resolve));
        // A finished call may start another (a second copy, a next call); it is queued before this check.
        await new Promise((resolve) => setImmediate(resolve));
      } while (running > 0);
    },
    get running() {
      return running;
    },
  };
}
