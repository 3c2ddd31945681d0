/** Calls over the network that the world makes: bounded in number, and waited for before the world says it is done. */
export interface RequestPool {
  /** Queues a call. The promise ends with the call; a failure is the caller's to handle. */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing is under way. */
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
        // What a finished call leads to (a second copy, a next call) is begun before we look again.
        await new Promise((resolve) => setImmediate(resolve));
      } while (running > 0);
    },
    get running() {
      return running;
    },
  };
}
