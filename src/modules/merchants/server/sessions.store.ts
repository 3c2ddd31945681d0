import { createHash } from "node:crypto";
import { generateToken, hashToken } from "#base/server/bearer-tokens.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import type { Role } from "../contract/roles.ts";
import type { Caller } from "../domain/caller.ts";
import { memberTxContext } from "./member-context.ts";
import { recordActivity } from "./memberships.store.ts";

/** The longest life of a session: without use, and in total. */
export type SessionLimits = { idleDays: number; absoluteDays: number };
export const defaultSessionLimits: SessionLimits = { idleDays: 30, absoluteDays: 90 };

const dayMs = 86_400_000;
/** A session's last use is recorded at most this often. */
const touchMs = 60_000;

/** Where a session begins; without `browserHash` it makes no browser known. */
export type Origin = Pick<Caller, "address" | "userAgent"> &
  Partial<Pick<Caller, "browserHash" | "requestId">>;

/**
 * Opens a session of a person who has just proved who they are, and returns its token, which is shown once and stored only
 * as a hash. It begins at the merchant where their last session was.
 */
export async function openSession(
  tx: Tx,
  merchantId: string,
  { address, userAgent, requestId = null, browserHash }: Origin,
  limits: SessionLimits,
  now: Date,
): Promise<string> {
  const { token, hash } = generateToken();
  const sessionId = newId("ses");
  await tx.run(sql`
    insert into merchants.sessions
      (id, merchant_id, acts_for, token_hash, device, address, browser_hash, created_at, last_seen_at, expires_at)
    values (${sessionId}, ${merchantId}, (${selectLastActedFor(merchantId)}), ${hash}, ${toPrintable(userAgent)}, ${address},
            ${browserHash ?? null}, ${now}, ${now}, ${new Date(now.getTime() + limits.absoluteDays * dayMs)})`);
  const ctx = memberTxContext(tx, { merchantId, now, requestId });
  await ctx.tx.publish({ name: "merchant.signed_in", merchant_id: merchantId, session_id: sessionId });
  return token;
}

/** The merchant that the person's last session acted for, where they are still a member; null is their own. */
const selectLastActedFor = (personId: string) => sql`
  select m.merchant_id from merchants.memberships m
  where m.person_id = ${personId} and m.state = 'active' and m.merchant_id = (
    select acts_for from merchants.sessions where merchant_id = ${personId} order by last_seen_at desc, id desc limit 1)`;

/** A header may hold any text: characters that the database cannot store are removed. */
const toPrintable = (userAgent: string) => userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, 400);

/**
 * Whether the merchant of this number has signed in from this browser before; looks back as long as ended sessions are
 * kept.
 */
export async function isKnownBrowser(
  tx: Tx,
  mobile: string,
  { browserHash, hasCookie }: Caller,
): Promise<boolean> {
  if (!hasCookie) return false;
  const { known } = await tx.one<{ known: boolean }>(sql`
    select exists (
      select from merchants.sessions s join merchants.merchants m on m.id = s.merchant_id
      where s.browser_hash = ${browserHash} and m.mobile = ${mobile}) as known`);
  return known;
}

/** `role` is the person's at the merchant that the session acts for. */
export type FoundSession = { merchantId: string; personId: string; role: Role; sessionId: string };

/** The active sessions of these tokens, in one query. A session's last use is recorded at most once a minute. */
export async function findSessions(
  db: Db,
  tokens: readonly string[],
  limits: SessionLimits,
  now: Date,
): Promise<Map<string, FoundSession>> {
  const tokensByHash = new Map(tokens.map((token) => [hashToken(token).toString("hex"), token]));
  const activeSessions = sql`
    select s.id, s.merchant_id, s.acts_for, s.last_seen_at, encode(s.token_hash, 'hex') as token_hash, m.role
    from merchants.sessions s
    left join merchants.memberships m
      on m.merchant_id = s.acts_for and m.person_id = s.merchant_id and m.state = 'active'
    where s.token_hash = any(array(select decode(hash, 'hex') from unnest(${[...tokensByHash.keys()]}::text[]) hash))
      and s.ended_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${new Date(now.getTime() - limits.idleDays * dayMs)}
      and (s.acts_for is null or m.role is not null)`;
  const rows = await db.many<ActiveRow>(prepared("merchants.sessions", activeSessions));
  await recordUse(
    db,
    rows.filter(({ last_seen_at }) => now.getTime() - last_seen_at.getTime() >= touchMs),
    now,
  );
  return new Map(
    rows.map(({ id, merchant_id, acts_for, role, token_hash }) => [
      tokensByHash.get(token_hash) ?? "",
      {
        merchantId: acts_for ?? merchant_id,
        personId: merchant_id,
        role: (role as Role | null) ?? "owner",
        sessionId: id,
      },
    ]),
  );
}

type ActiveRow = Row<"merchants.sessions", "id" | "merchant_id" | "acts_for" | "last_seen_at"> & {
  token_hash: string;
  role: string | null;
};

/** When they were last used, in whatever order requests arrive; of a member also when they last worked here. */
async function recordUse(db: Db, rows: readonly ActiveRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await db.run(sql`
    update merchants.sessions set last_seen_at = ${now}
    where id = any(${rows.map(({ id }) => id)}::text[]) and last_seen_at < ${now}`);
  await recordActivity(
    db,
    rows.flatMap(({ acts_for, merchant_id }) =>
      acts_for === null ? [] : [{ merchantId: acts_for, personId: merchant_id }],
    ),
    now,
  );
}

/** Those of these sessions that are active, with the merchant each acts for, in one query. */
export async function findActiveSessions(
  db: Db,
  sessionIds: readonly string[],
  limits: SessionLimits,
  now: Date,
): Promise<Map<string, string>> {
  const rows = await db.many<{ id: string; merchant_id: string }>(sql`
    select id, coalesce(acts_for, merchant_id) as merchant_id from merchants.sessions
    where id = any(${sessionIds}) and ended_at is null and expires_at > ${now}
      and last_seen_at > ${new Date(now.getTime() - limits.idleDays * dayMs)}`);
  return new Map(rows.map(({ id, merchant_id }) => [id, merchant_id]));
}

export type SessionRow = Row<
  "merchants.sessions",
  "id" | "device" | "address" | "created_at" | "last_seen_at"
>;

export function listActiveSessions(
  { db, actor }: ReadContext,
  limits: SessionLimits,
  now: Date,
): Promise<SessionRow[]> {
  return db.many<SessionRow>(sql`
    select id, device, address, created_at, last_seen_at from merchants.sessions
    where merchant_id = ${actor.merchantId} and ended_at is null and expires_at > ${now}
      and last_seen_at > ${new Date(now.getTime() - limits.idleDays * dayMs)}
    order by last_seen_at desc, id desc limit 100`);
}

/** Which of a person's sessions to end. */
export type SessionSelection = { only: string } | { allBut: string } | "all";
/** A session that was active until now, and the merchant it acted for. */
export type EndedSession = { id: string; merchant_id: string };

export function markSessionsEnded(
  { tx, actor }: Context,
  selection: SessionSelection,
  now: Date,
): Promise<EndedSession[]> {
  const chosen =
    selection === "all"
      ? sql`true`
      : "only" in selection
        ? sql`id = ${selection.only}`
        : sql`id <> ${selection.allBut}`;
  return tx.many<EndedSession>(sql`
    update merchants.sessions set ended_at = ${now}
    where merchant_id = ${actor.merchantId} and ended_at is null and ${chosen}
    returning id, coalesce(acts_for, merchant_id) as merchant_id`);
}

/** Ends the sessions of a person that act for the context's merchant, which is not their own. */
export function markMemberSessionsEnded(
  { tx, actor }: Context,
  personId: string,
  now: Date,
): Promise<EndedSession[]> {
  return tx.many<EndedSession>(sql`
    update merchants.sessions set ended_at = ${now}
    where merchant_id = ${personId} and acts_for = ${actor.merchantId} and ended_at is null
    returning id, acts_for as merchant_id`);
}

/** A session of the person acts for another merchant from now on; null is their own. */
export async function saveActsFor(
  { tx, actor }: Context,
  { sessionId, actsFor }: { sessionId: string; actsFor: string | null },
): Promise<void> {
  await tx.run(sql`
    update merchants.sessions set acts_for = ${actsFor}
    where id = ${sessionId} and merchant_id = ${actor.merchantId} and ended_at is null`);
}

/** All sessions of a person that act for this merchant act for their own from now on; returns which. */
export async function clearActsFor({ tx, actor }: Context, merchantId: string): Promise<string[]> {
  const moved = await tx.many<Row<"merchants.sessions", "id">>(sql`
    update merchants.sessions set acts_for = null
    where merchant_id = ${actor.merchantId} and acts_for = ${merchantId} and ended_at is null returning id`);
  return moved.map(({ id }) => id);
}

/** Deletes sessions that ended, or could not be used any more, before then. */
export async function deleteOldSessions(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`delete from merchants.sessions where expires_at < ${before} or ended_at < ${before}`);
}

/** The browser that a session was opened from; of a session without one, a hash of its own that no browser has. */
export async function findSessionBrowser({ db, actor }: ReadContext, sessionId: string): Promise<Uint8Array> {
  const found = await db.maybeOne<{ browser_hash: Uint8Array | null }>(sql`
    select browser_hash from merchants.sessions where id = ${sessionId} and merchant_id = ${actor.merchantId}`);
  return found?.browser_hash ?? createHash("sha256").update(sessionId).digest();
}
