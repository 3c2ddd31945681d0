import type { LiveAnswer, LiveEvent } from "../shared/live.calls.ts";
import { type Db, sql } from "./db/db.ts";
import type { Row } from "./db/row.ts";
import type { EventSink } from "./http/handlers.ts";
import type { Log } from "./log.ts";

/** One open stream, as the hub sees it. */
export type Subscriber = EventSink<LiveAnswer> & {
  merchantId: string;
  sessionId: string;
  /** Position of the last event its reader has; undefined: only events from now on. */
  resumesAfter: number | undefined;
};

type Options = {
  db: Db;
  log: Log;
  /** Returns the merchants for which these sessions act now, those that are active, in one query. */
  findActiveSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Resolves once whoever is sent an event can read what it is about. */
  settle?(): Promise<void>;
};

/** Streams that one session, and one merchant over all sessions, may hold open in one process. */
export const streamLimits = { perSession: 20, perMerchant: 100 };
/** A reader that missed more than this is told to fetch everything instead. */
const maxMissed = 100;
const batchSize = 1_000;
const joinSize = 500;
const retryMs = 1_000;

type Member = Subscriber & {
  /** Events up to this position are not sent; undefined until it has joined. */
  after?: number;
};
type EventRow = Row<"base.events", "name" | "merchant_id"> & { position: number };

/**
 * Delivers committed events to the streams of their merchants. Events are read once for all streams, by the hub's own
 * cursor; positions become visible in order (`outbox-relay.ts`), so no event can still appear behind the cursor. One
 * query per batch finds the sessions that have ended or act for another merchant now: their streams are closed and receive
 * nothing more.
 */
export function makeLiveHub({ db, log, findActiveSessions, settle }: Options) {
  const members = new Map<string, Set<Member>>();
  const joining = new Set<Member>();
  let size = 0;
  let cursor = 0;
  let running: Promise<void> | undefined;
  let isRequested = false;

  function pump(): Promise<void> {
    isRequested = true;
    running ??= run();
    return running;
  }

  async function run() {
    try {
      for (let hasMore = false; isRequested || hasMore; ) {
        isRequested = false;
        await processJoining();
        hasMore = await deliverBatch();
      }
    } catch (error) {
      log.error({ err: error }, "live events could not be read; trying again");
      setTimeout(() => void pump(), retryMs).unref();
    } finally {
      running = undefined; // at once, so that no call is lost between the last check and the end
    }
  }

  async function processJoining() {
    while (joining.size > 0) {
      const batch = [...joining].slice(0, joinSize);
      const { first, last } = await loadBounds(db);
      // No stream received the events that came while none was open: the cursor restarts at the newest.
      if (joining.size === size) cursor = last;
      const missed = await loadMissed(db, batch, cursor);
      for (const member of batch) {
        // A stream that left meanwhile is no longer in the set.
        if (joining.delete(member)) activate(member, missed.get(member) ?? [], first, last);
      }
    }
  }

  function activate(member: Member, missed: readonly EventRow[], first: number, last: number) {
    const { resumesAfter = cursor } = member;
    const isKnown = resumesAfter >= first - 1 && resumesAfter <= last;
    const isLost = member.resumesAfter !== undefined && (!isKnown || missed.length > maxMissed);
    // A reader may be ahead of this process (it was connected to another one): it resumes at its own position.
    member.after = isLost ? cursor : Math.max(cursor, resumesAfter);
    const ready = toEvent("ready", isLost ? cursor : resumesAfter);
    const rest = isLost ? [toEvent("reset", cursor)] : missed.map(toDomainEvent);
    if (!member.send([ready, ...rest])) drop(member);
  }

  /** Reads the next batch; true when there may be more. */
  async function deliverBatch(): Promise<boolean> {
    if (size === 0) return false;
    const rows = await db.many<EventRow>(sql`
      select position, name, merchant_id from base.events
      where position > ${cursor} order by position limit ${batchSize}`);
    const batches = new Map<Member, LiveEvent[]>();
    for (const row of rows) {
      if (row.merchant_id === null) continue;
      const event = toDomainEvent(row);
      for (const member of members.get(row.merchant_id) ?? []) {
        if (member.after === undefined || row.position <= member.after) continue;
        const batch = batches.get(member);
        if (batch) batch.push(event);
        else batches.set(member, [event]);
      }
    }
    if (batches.size > 0) await settle?.();
    const sessionIds = [...new Set([...batches.keys()].map(({ sessionId }) => sessionId))];
    const living = sessionIds.length > 0 ? await findActiveSessions(sessionIds) : new Map<string, string>();
    for (const [member, batch] of batches) {
      if (living.get(member.sessionId) !== member.merchantId || !member.send(batch)) drop(member);
    }
    cursor = rows.at(-1)?.position ?? cursor;
    return rows.length === batchSize;
  }

  function drop(member: Member) {
    leave(member);
    member.close();
  }

  function leave(member: Member) {
    const own = members.get(member.merchantId);
    if (!own?.delete(member)) return;
    size -= 1;
    joining.delete(member);
    if (own.size === 0) members.delete(member.merchantId);
  }

  return {
    /** Delivers what was committed before this call; resolves when it has been sent. */
    pump,
    get size() {
      return size;
    },
    /** Whether this session may open one more stream. */
    hasCapacity(merchantId: string, sessionId: string): boolean {
      const own = [...(members.get(merchantId) ?? [])];
      const ofSession = own.filter((member) => member.sessionId === sessionId);
      return own.length < streamLimits.perMerchant && ofSession.length < streamLimits.perSession;
    },
    /** Adds a stream; returns the function that removes it. */
    join(subscriber: Subscriber): () => void {
      const member: Member = { ...subscriber };
      const own = members.get(member.merchantId) ?? new Set();
      members.set(member.merchantId, own.add(member));
      joining.add(member);
      size += 1;
      void pump();
      return () => leave(member);
    },
    closeAll() {
      for (const own of members.values()) for (const member of own) drop(member);
    },
  };
}

const toEvent = (name: "ready" | "reset", id: number): LiveEvent => ({ id, name, data: {} });

const toDomainEvent = ({ position, name }: EventRow): LiveEvent => ({
  id: position,
  name: "domain_event",
  data: { name },
});

/** The oldest event still stored, and the newest that has a position. */
function loadBounds(db: Db): Promise<{ first: number; last: number }> {
  return db.one<{ first: number; last: number }>(sql`
    select coalesce(min(position), 0) as first, coalesce(max(position), 0) as last from base.events`);
}

type MissedRow = EventRow & { nth: number };

/**
 * The events that resuming streams have missed up to the cursor; one more than the limit for those that missed too
 * much.
 */
async function loadMissed(
  db: Db,
  batch: readonly Member[],
  cursor: number,
): Promise<Map<Member, EventRow[]>> {
  const resuming = batch.filter(({ resumesAfter }) => resumesAfter !== undefined && resumesAfter < cursor);
  if (resuming.length === 0) return new Map();
  const rows = await db.many<MissedRow>(sql`
    select j.nth, e.position, e.name, e.merchant_id
    from unnest(${resuming.map(({ merchantId }) => merchantId)}::text[],
                ${resuming.map(({ resumesAfter }) => resumesAfter)}::bigint[]) with ordinality j (merchant_id, after, nth)
    cross join lateral (
      select position, name, merchant_id from base.events
      where merchant_id = j.merchant_id and position > j.after and position <= ${cursor}
      order by position limit ${maxMissed + 1}) e
    order by j.nth, e.position`);
  const missed = new Map<Member, EventRow[]>();
  for (const row of rows) {
    const member = resuming[row.nth - 1];
    if (member) missed.set(member, [...(missed.get(member) ?? []), row]);
  }
  return missed;
}
