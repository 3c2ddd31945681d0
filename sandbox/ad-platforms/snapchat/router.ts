import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RateLimit } from "../../base/rate-limit.ts";
import type { World } from "../../base/world.ts";
import type { Identity } from "./demo.ts";
import { findIdentity } from "./demo.ts";
import type { ApiResponse } from "./envelope.ts";
import { errorBody, forbidden, notFound, SnapError, unauthorized } from "./errors.ts";
import { RATE_PER_APP, RATE_PER_TOKEN } from "./facts.ts";
import type { Tokens } from "./tokens.ts";

/** One authorized request, in the form the handlers need. */
export type Call = {
  identity: Identity;
  params: string[];
  query: URLSearchParams;
  body: unknown;
  requestId: string;
  /** Path and query as received, to build the next page's address. */
  url: URL;
  raw: FastifyRequest;
};
export type Handler = (call: Call) => ApiResponse | Promise<ApiResponse>;
export type Route = [method: string, path: RegExp, handle: Handler];

/** Snapchat's limits: 20 requests a second for an app, 10 for a token. One app exists here. */
export type Limits = { perApp: RateLimit; perToken: RateLimit };
export const makeLimits = ({ rateLimit }: World): Limits => ({
  perApp: rateLimit({ capacity: RATE_PER_APP, leakPerSecond: RATE_PER_APP }),
  perToken: rateLimit({ capacity: RATE_PER_TOKEN, leakPerSecond: RATE_PER_TOKEN }),
});

type Host = { name: string; scope: string; routes: Route[]; world: World; tokens: Tokens; limits: Limits };

/** Serves one bearer-token host: authentication, scope, rate limit, then the handler; all refusals in one shape. */
export function serveApi(app: FastifyInstance, host: Host): void {
  app.all("/*", async (request, reply) => {
    const requestId = host.world.ids.uuid("snapchat/request");
    try {
      const answer = await handleRequest(request, host, requestId);
      return reply.code(answer.status ?? 200).send(answer.body);
    } catch (error) {
      if (!(error instanceof SnapError)) throw error;
      return sendError(reply, error, requestId);
    }
  });
}

export function sendError(reply: FastifyReply, error: SnapError, requestId: string): unknown {
  return reply.code(error.status).headers(error.headers).send(errorBody(error, requestId));
}

async function handleRequest(request: FastifyRequest, host: Host, requestId: string): Promise<ApiResponse> {
  const url = new URL(request.vendorPath, "http://sandbox");
  const identity = authenticate(request, host);
  if (!acceptsJson(request)) throw new SnapError(406, "E1008", "Only application/json can be given");
  const matching = host.routes.filter(([, path]) => path.test(url.pathname));
  const route = matching.find(([method]) => method === request.method);
  if (!route && matching.length > 0)
    throw new SnapError(405, "E1008", `${request.method} is not allowed here`, {
      allow: matching.map(([method]) => method).join(", "),
    });
  if (!route) throw notFound();
  const params = (route[1].exec(url.pathname) ?? []).slice(1);
  return route[2]({
    identity,
    params,
    query: url.searchParams,
    body: request.body,
    requestId,
    url,
    raw: request,
  });
}

function authenticate(request: FastifyRequest, host: Host): Identity {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) throw unauthorized("The access token is missing");
  const grant = host.tokens.read(token);
  if (grant === "expired") throw unauthorized("The access token expired");
  if (grant === "invalid") throw unauthorized("The access token is invalid");
  const isWithin = host.limits.perToken.take(token).allowed && host.limits.perApp.take("app").allowed;
  if (!isWithin) throw new SnapError(429, "E1429", "Too many requests");
  const identity = findIdentity(grant.identity);
  if (!identity) throw unauthorized("The access token is invalid");
  if (!grant.scopes.includes(host.scope)) throw forbidden(`The token lacks the scope ${host.scope}`);
  return identity;
}

function acceptsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept;
  return !accept || /\*\/\*|application\/(\*|json)/.test(accept);
}
