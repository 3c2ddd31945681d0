import type { FastifyReply, FastifyRequest } from "fastify";
import type { RateLimit } from "../../base/rate-limit.ts";
import type { World } from "../../base/world.ts";
import type { Grants } from "./grants.ts";
import type { Grant, Store } from "./model.ts";
import type { Records } from "./records.ts";
import { failure } from "./responses.ts";

/** Requests a minute by the store's plan; the excess drains at one a second (Salla docs, "Rate limiting"). */
const perMinute: Record<Store["plan"], number> = { plus: 120, pro: 360, special: 720 };

export interface Caller {
  store: Store;
  grant: Grant;
}

export type Guard = (
  scope: string,
  handle: (request: FastifyRequest, reply: FastifyReply, caller: Caller) => unknown,
) => (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Accepts a request with a valid token and the required scope; each of the five causes of a 401 has its own message.
 */
export function makeGuard(world: World, records: Records, grants: Grants): Guard {
  const buckets = new Map<Store["plan"], RateLimit>();
  const makeBucket = (plan: Store["plan"]): RateLimit => {
    const known = buckets.get(plan) ?? world.rateLimit({ capacity: perMinute[plan], leakPerSecond: 1 });
    buckets.set(plan, known);
    return known;
  };

  return (scope, handle) => (request, reply) => {
    const caller = authenticate(request, records, grants);
    if (typeof caller === "string") return failure(reply, 401, "Unauthorized", caller);
    const missing = missingScope(caller.grant, scope);
    if (missing) {
      return failure(
        reply,
        401,
        "Unauthorized",
        `The access token should have access to one of those scopes: ${missing}`,
      );
    }
    const usage = makeBucket(caller.store.plan).take(caller.store.id);
    reply.header("X-RateLimit-Limit", usage.limit);
    reply.header("X-RateLimit-Remaining", usage.remaining);
    reply.header("X-RateLimit-Reset", usage.resetAt);
    if (!usage.allowed) {
      reply.header("Retry-After", usage.retryAfterSeconds);
      return failure(reply, 429, "too_many_requests", "Too many requests");
    }
    return handle(request, reply, caller);
  };
}

/** The caller, or why the request is refused. */
export function authenticate(request: FastifyRequest, records: Records, grants: Grants): Caller | string {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const grant = token ? grants.find(token) : undefined;
  if (!grant) return "The access token is invalid";
  const store = records.stores.get(grant.storeId);
  if (!store || store.ownerState === "deleted") return "The user of this access token has been deleted";
  if (store.ownerState === "inactive") return "The user of this access token is inactive";
  if (grant.state === "killed_by_reuse")
    return "The refresh token was used more than once; the app must be installed again";
  const expired = grant.state !== "good" || grant.expires * 1000 <= Date.now();
  return expired ? "The access token is expired or has been revoked" : { store, grant };
}

/** `x.read` is included in `x.read_write`. */
function missingScope(grant: Grant, scope: string): string | null {
  if (scope === "" || grant.scopes.includes(scope)) return null;
  const wider = scope.replace(/\.read$/, ".read_write");
  return grant.scopes.includes(wider) ? null : [...new Set([scope, wider])].join(", ");
}
