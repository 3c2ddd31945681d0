import type { Log } from "../log.ts";
import { type Db, type Driver, queryMethods, raw, type Sql, sqlState } from "./db.ts";

/** A place in the primary's write-ahead log, in bytes from its beginning: what was committed before is to the left. */
export type WalPosition = number;

/** Where reads go that may be answered by a replica of the database. */
export interface ReadReplica {
  /** The primary's position now: everything that was committed before this call is to the left of it. */
  loadPosition(): Promise<WalPosition>;
  /** The database for a reader who must see all up to `position`: a replica that has it and is current, or the primary. */
  chooseAfter(position: WalPosition | undefined): Promise<Db>;
  /** The database that holds all that was committed before this call; waits a little for the replica. */
  chooseCurrent(): Promise<Db>;
  /** Resolves once the replica holds all that was committed before this call, or is not read from. */
  settle(): Promise<void>;
}

type Options = {
  primary: Db;
  replica: Pick<Driver, "query">;
  /** A replica that is further behind than this is not read from. */
  maxLagMs: number;
  log: Log;
  now?: () => number;
};

/** How long what is known of the replica serves readers who wait for no position. */
const knownMs = 1_000;
/** A replica that did not answer is left alone for this time. */
const awayMs = 5_000;
/** A primary that takes longer to say its position does not answer. */
const answerMs = 1_000;
/** How long a reader waits for the replica to have a position, and how often it looks. */
const settleMs = 2_000;
const lookMs = 20;

const primaryPosition = "select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as position";
/** Null on a server that follows no other: it has been promoted, and is no replica any more. */
const replayedPosition = "select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as position";

/**
 * Reads from a streaming replica without showing anybody less than they have written. How far behind it is follows from
 * the primary's positions: the replica is current as of the last moment whose position it has replayed. That is true of
 * an idle database and of a replica that was cut off too, where the age of the last replayed transaction is not. While the
 * primary does not answer, the replica counts as current.
 */
export function makeReadReplica(options: Options): ReadReplica {
  const { primary, replica, maxLagMs, log, now = () => performance.now() } = options;
  let replayed = -1;
  /** The moments at which the primary's position was read, oldest first; those that the replica has replayed are gone. */
  let samples: { at: number; position: WalPosition }[] = [];
  let currentAt = Number.NEGATIVE_INFINITY;
  let sampledAt = Number.NEGATIVE_INFINITY;
  let awayUntil = Number.NEGATIVE_INFINITY;
  /** From its first failure until it answers again: nobody who asks waits for it meanwhile. */
  let isDown = false;
  let looking: Promise<void> | undefined;
  let sampling: Promise<void> | undefined;

  async function loadPosition(): Promise<WalPosition> {
    return (await primary.one<{ position: WalPosition }>(raw(primaryPosition))).position;
  }
  async function loadReplayed(): Promise<WalPosition> {
    const { rows } = await replica.query(replayedPosition, []);
    const [row] = rows as { position: WalPosition | null }[];
    if (typeof row?.position !== "number") throw new Error("the server is no replica");
    return row.position;
  }
  const isAway = () => now() < awayUntil;

  function markAway(error: unknown) {
    if (!isDown) log.warn({ err: error }, "the read replica does not answer; reading from the primary");
    isDown = true;
    awayUntil = now() + awayMs;
  }

  /** Reads where the replica is. */
  function look(): Promise<void> {
    looking ??= loadReplayed()
      .then((position) => {
        replayed = position;
        isDown = false;
        for (const sample of samples) if (sample.position <= replayed) currentAt = sample.at;
        samples = samples.filter((sample) => sample.position > replayed);
      })
      .catch(markAway)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  /** Reads where the primary is, and then the replica: together they say how current it is. */
  function sample(): Promise<void> {
    const at = now();
    sampling ??= withinTime(loadPosition(), answerMs)
      .then(
        (position) => void samples.push({ at, position }),
        () => {
          currentAt = at;
        },
      )
      .then(() => {
        sampledAt = at;
        if (samples.length > 100) samples = samples.filter((_, index) => index % 2 === 0);
        return look();
      })
      .finally(() => {
        sampling = undefined;
      });
    return sampling;
  }

  const has = (position: WalPosition) => replayed >= position;
  const isCurrent = () => !isDown && now() - currentAt <= maxLagMs;

  /** True once the replica has the position; false when it is not read from, or takes too long. */
  async function waitFor(position: WalPosition): Promise<boolean> {
    for (const giveUpAt = now() + settleMs; ; ) {
      if (now() - sampledAt > knownMs) await sample();
      else if (!has(position)) await look();
      if (!isCurrent()) return false;
      if (has(position)) return true;
      if (now() >= giveUpAt) return false;
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  const reader = makeReader(options, markAway);
  return {
    loadPosition,
    async chooseAfter(position = 0) {
      if (isDown) {
        if (!isAway()) void sample();
        return primary;
      }
      if (now() - sampledAt > knownMs) await sample();
      else if (!has(position)) await look();
      return isCurrent() && has(position) ? reader : primary;
    },
    async chooseCurrent() {
      if (isAway()) return primary;
      return (await waitFor(await loadPosition())) ? reader : primary;
    },
    async settle() {
      if (!isAway()) await waitFor(await loadPosition());
    },
  };
}

/** For a database without a replica: every read is the primary's. */
export function withoutReplica(primary: Db): ReadReplica {
  return {
    loadPosition: async () => 0,
    chooseAfter: async () => primary,
    chooseCurrent: async () => primary,
    settle: async () => {},
  };
}

function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Statements go to the replica, and to the primary when it cannot answer them; transactions go to the primary. */
function makeReader({ primary, replica, log }: Options, markAway: (error: unknown) => void): Db {
  const read = async (statement: Sql & { statementName?: string }) => {
    try {
      return await replica.query(statement.text, statement.values, statement.statementName);
    } catch (error) {
      const reason = classifyReplicaError(error);
      if (reason === "of the statement") throw error;
      if (reason === "away") markAway(error);
      if (reason === "a write") log.error({ err: error }, "a call that may read from the replica wrote");
      return { rows: await primary.many(statement), affected: 0 };
    }
  };
  return {
    identity: primary.identity,
    ...queryMethods(read),
    run: (statement) => primary.run(statement),
    transaction: (work) => primary.transaction(work),
  };
}

/** Ended because replay needed what it read, refused because the replica does not write, or no connection. */
function classifyReplicaError(error: unknown): "away" | "conflict" | "a write" | "of the statement" {
  const state = sqlState(error);
  if (state === undefined || /^(08|57P)/.test(state)) return "away";
  if (state === "40001") return "conflict";
  return state === "25006" ? "a write" : "of the statement";
}
