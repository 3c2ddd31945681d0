import type { FastifyReply, FastifyRequest } from "fastify";
import type { World } from "../../base/world.ts";
import type { Grants } from "./grants.ts";
import type { Store } from "./model.ts";
import type { Records } from "./records.ts";
import { failure } from "./responses.ts";

export type Guard = (
  api: "managers" | "products",
  handle: (request: FastifyRequest, reply: FastifyReply, store: Store) => unknown,
) => (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Accepts a request that carries both tokens, each in its own header: the partner's as bearer, the manager's as
 * `X-Manager-Token`, or `Access-Token` with `Store-Id` and `Role` at the products (docs.zid.sa, "Authorization"). 60
 * requests a minute for each store.
 */
export function makeGuard(world: World, records: Records, grants: Grants): Guard {
  const bucket = world.rateLimit({ capacity: 60, leakPerSecond: 1 });
  const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? "");

  return (api, handle) => (request, reply) => {
    const bearer = /^Bearer (\S+)$/i.exec(header(request, "authorization"))?.[1] ?? "";
    if (!grants.isPartner(bearer)) return failure(reply, 401, "ERROR_UNAUTHENTICATED", "Unauthenticated.");
    const manager = header(request, api === "managers" ? "x-manager-token" : "access-token");
    const grant = grants.ofManager(manager);
    const store = grant && records.stores.get(grant.storeId);
    if (!store) return failure(reply, 401, "ERROR_SESSION_INVALID", "No such user");
    if (api === "products") {
      if (header(request, "store-id") !== store.id) return failure(reply, 401, "ERROR_STORE", "No such user");
      if (!/^(Manager|Customer)$/.test(header(request, "role")))
        return failure(reply, 400, "ERROR_ROLE", "The Role header must be Manager or Customer");
    }
    const usage = bucket.take(store.id);
    reply.header("X-RateLimit-Limit", usage.limit).header("X-RateLimit-Remaining", usage.remaining);
    if (!usage.allowed) return failure(reply, 429, "ERROR_TOO_MANY_REQUESTS", "Too Many Attempts.");
    return handle(request, reply, store);
  };
}
