import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { searchCalls } from "../contract/search.calls.ts";
import { type SearchDeps, searchEverything } from "./search-everything.ts";

export function mountSearch(app: FastifyInstance, http: HttpContext, deps: SearchDeps): void {
  const search = searchEverything(deps);
  mountCalls(app, http, searchCalls, {
    "GET Clients/Search/index": ({ ctx, query, session: { personId, abilities }, language }) =>
      search(ctx, { ...query, person: { personId, abilities }, language }),
  });
}
