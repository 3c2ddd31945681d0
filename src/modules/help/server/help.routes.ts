import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { helpCalls } from "../contract/help.calls.ts";
import type { HelpLibrary } from "./load-library.ts";

/** The calls of the panel that opens beside a form. */
export function mountHelp(app: FastifyInstance, http: HttpContext, library: HelpLibrary): void {
  mountCalls(app, http, helpCalls, {
    "GET Clients/Help/index": async ({ query, language }) => ({
      topics: library.list(language),
      found: library.search(query.q, language),
    }),
    "GET Clients/Help/pages/{slug}": async ({ params, language }) =>
      library.find(params.slug, language) ?? baseRefusals.refuse("base.not_found"),
  });
}
