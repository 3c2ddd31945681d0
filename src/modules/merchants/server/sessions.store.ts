import { createHash } from "node:crypto";
import { generateToken, hashToken } from "#base/server/bearer-tokens.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import type { Caller } from "../domain/caller.ts";
import { memberTxContext } from "./member-context.ts";

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
 * Opens a session of a merchant that has just proved who they are, and returns its token, which is shown once and stored
 * only as a hash.
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
      (id, merchant_id, token_hash, device, address, browser_hash, created_at, last_seen_at, expires_at)
    values (${sessionId}, ${merchantId}, ${hash}, ${toPrintable(userAgent)}, ${address}, ${browserHash ?? null}, ${now}, ${now},
            ${new Date(now.getTime() + limits.absoluteDays * dayMs)})`);
  const ctx = memberTxContext(tx, { merchantId, now, requestId });
  await ctx.tx.publish({ name: "merchant.signed_in", merchant_id: merchantId, session_id: sessionId });
  return token;
}

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

export type FoundSession = { merchantId: string; sessionId: string };

/** The active sessions of these tokens, in one query. A session's last use is recorded at most once a minute. */
export async function findSessions(
  db: Db,
  tokens: readonly string[],
  limits: SessionLimits,
  now: Date,
): Promise<Map<string, FoundSession>> {
  const tokensByHash = new Map(tokens.map((token) => [hashToken(token).toString("hex"), token]));
  const activeSessions = sql`
    select id, merchant_id, last_seen_at, encode(token_hash, 'hex') as token_hash from merchants.sessions
    where token_hash = any(array(select decode(hash, 'hex') from unnest(${[...tokensByHash.keys()]}::text[]) hash))
      and ended_at is null and expires_at > ${now}
      and last_seen_at > ${new Date(now.getTime() - limits.idleDays * dayMs)}`;
  const rows = await db.many<
    Row<"merchants.sessions", "id" | "merchant_id" | "last_seen_at"> & { token_hash: string }
  >(prepared("merchants.sessions", activeSessions));
  const untouched = rows.filter(({ last_seen_at }) => now.getTime() - last_seen_at.getTime() >= touchMs);
  if (untouched.length > 0)
    await db.run(sql`
      update merchants.sessions set last_seen_at = ${now}
      where id = any(${untouched.map(({ id }) => id)}::text[]) and last_seen_at < ${now}`);
  return new Map(
    rows.map(({ id, merchant_id, token_hash }) => [
      tokensByHash.get(token_hash) ?? "",
      { merchantId: merchant_id, sessionId: id },
    ]),
  );
}

/** Which of these sessions are active, in one query. */
export async function findActiveSessions(
  db: Db,
  sessionIds: readonly string[],
  limits: SessionLimits,
  now: Date,
): Promise<Set<string>> {
  const rows = await db.many<Row<"merchants.sessions", "id">>(sql`
    select id from merchants.sessions
    where id = any(${sessionIds}) and ended_at is null and expires_at > ${now}
      and last_seen_at > ${new Date(now.getTime() - limits.idleDays * dayMs)}`);
  return new Set(rows.map(({ id }) => id));
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

/** Which of a merchant's sessions to end. */
export type SessionSelection = { only: string } | { allBut: string } | "all";

/** Returns the ids of the sessions that were active until now. */
export async function markSessionsEnded(
  { tx, actor }: Context,
  selection: SessionSelection,
  now: Date,
): Promise<string[]> {
  const chosen =
    selection === "all"
      ? sql`true`
      : "only" in selection
        ? sql`id = ${selection.only}`
        : sql`id <> ${selection.allBut}`;
  const ended = await tx.many<Row<"merchants.sessions", "id">>(sql`
    update merchants.sessions set ended_at = ${now}
    where merchant_id = ${actor.merchantId} and ended_at is null and ${chosen} returning id`);
  return ended.map(({ id }) => id);
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
