import type { FastifyReply, FastifyRequest } from "fastify";
import { parseAudience } from "../../shared/audience.ts";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Access } from "../../shared/contract.ts";
import type { Clock } from "../clock.ts";
import type { ReadContext } from "../context.ts";
import type { Db } from "../db/db.ts";
import type { ReadReplica } from "../db/read-replica.ts";
import { anonymous, type Caller } from "./audience.ts";
import { type Authorizers, authorize } from "./session.ts";

const callers = new WeakMap<FastifyRequest, Caller>();

/**
 * The hook in front of every request of a call. Authorization comes before the body: nothing is read from an
 * unauthorized caller.
 */
export function guard(name: string, access: Access, authorizers: Authorizers) {
  const guarded = { audience: parseAudience(name), access };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'"); // data, never a page
    reply.header("cache-control", "no-store"); // never share one caller's response with another
    callers.set(request, await authorize(guarded, request, authorizers));
    const encoding = request.headers["content-encoding"] ?? "identity";
    if (encoding !== "identity") baseRefusals.refuse("base.media_type_not_supported"); // no compressed bodies
  };
}

/** Whom the guard let in. */
export const getCaller = (request: FastifyRequest): Caller => callers.get(request) ?? anonymous;

export type ContextDeps = {
  db: Db;
  worldClock: Clock;
  /** Counts minutes of limits; the system's when not given. */
  clock?: Clock;
  /** Where calls read that may read from a replica; the database itself without one. */
  replica?: Pick<ReadReplica, "chooseAfter">;
};

/** Who acts and when, for a use case of merchants; null where the merchant is not known. */
export function toContext({ db, worldClock }: ContextDeps, request: FastifyRequest): ReadContext | null {
  const parts = { db, now: worldClock.now(), requestId: request.id };
  const ctx = getCaller(request).toContext(parts);
  return ctx && "actor" in ctx ? ctx : null;
}
