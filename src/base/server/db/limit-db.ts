import type { Db } from "./db.ts";

/**
 * The same database for work of which many pieces run at once and mostly wait for other systems: at most `limit` of
 * its statements and transactions are under way, so that it never takes the connections that requests need. The others
 * wait in the order in which they came.
 */
export function limitDb(db: Db, limit: number): Db {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // it takes over this one's place
      else running -= 1;
    }
  }

  return {
    identity: db.identity,
    one: (query) => run(() => db.one(query)),
    maybeOne: (query) => run(() => db.maybeOne(query)),
    many: (query) => run(() => db.many(query)),
    run: (query) => run(() => db.run(query)),
    transaction: (work) => run(() => db.transaction(work)),
  };
}
