import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "../../base/world.ts";
import type { Conversions } from "../shared/conversions.ts";
import type { CustomerLists } from "../shared/customer-lists.ts";
import type { Deliveries } from "../shared/deliveries.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { type DemoAccount, findIdentity, type Identity } from "./demo.ts";
import { unauthorized, XError, type XProblem } from "./errors.ts";
import { VERSIONS } from "./facts.ts";
import type { Guard } from "./guard.ts";
import type { Limit, Limits } from "./limits.ts";
import type { RawParams } from "./params.ts";
import type { Registry } from "./registry.ts";
import type { Tokens } from "./tokens.ts";

export type Context = {
  world: World;
  registry: Registry;
  deliveries: Deliveries;
  conversions: Conversions;
  customerLists: CustomerLists;
};

/** One authorized request, in the form the handlers need. */
export type Call = {
  identity: Identity;
  /** The path parameters. */
  path: Record<string, string>;
  /** Query and form together. */
  rawParams: RawParams;
  body: unknown;
  raw: FastifyRequest;
};
export type ApiResponse = { params: Json; data: unknown; more?: Json };
export type Handler = (call: Call) => ApiResponse;
export type Route = { method: string; path: string; limit: Limit; handle: Handler };

export const route = (method: string, path: string, limit: Limit, handle: Handler): Route => ({
  method,
  path,
  limit,
  handle,
});

type Host = { world: World; guard: Guard; tokens: Tokens; limits: Limits; routes: Route[] };
type Compiled = Route & { test: RegExp };

/** Serves ads-api.x.com: version, signature, rate limit, then the handler; all refusals in one shape. */
export function serveAds(app: FastifyInstance, host: Host): void {
  const routes = host.routes.map((each) => ({
    ...each,
    test: new RegExp(`^${each.path.replace(/:([a-z_]+)/g, "(?<$1>[^/]+)")}$`),
  }));
  app.all("/*", (request, reply) => {
    reply.header("x-current-api-version", VERSIONS[0]);
    try {
      const { params, data, more } = handleRequest(request, reply, host, routes);
      return reply.send({ request: { params }, ...more, data });
    } catch (error) {
      if (!(error instanceof XError)) throw error;
      return sendError(reply, error, request);
    }
  });
}

function handleRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  host: Host,
  routes: Compiled[],
): ApiResponse {
  const identity = authenticate(request, host);
  const { path, version } = versionIn(request.vendorPath);
  if (!VERSIONS.includes(version))
    throw new XError(404, problem("ROUTE_NOT_FOUND", "The route is not known"));
  const matching = routes.filter(({ test }) => test.test(path));
  const found = matching.find(({ method }) => method === request.method);
  if (!found && matching.length > 0)
    throw new XError(405, problem("METHOD_NOT_ALLOWED", `${request.method} is not allowed here`));
  if (!found) throw new XError(404, problem("ROUTE_NOT_FOUND", `The route ${path} is not known`));
  const named = { ...found.test.exec(path)?.groups };
  stayWithin(host.limits, found, identity.token, named.account_id, reply);
  const rawParams = toUniqueParams(identity.rawParams);
  return found.handle({
    identity: identity.person,
    path: named,
    rawParams,
    body: request.body,
    raw: request,
  });
}

function authenticate(request: FastifyRequest, { guard, tokens }: Host) {
  const { rawParams, oauth } = guard(request, (token) => (token && tokens.read(token)?.secret) || null);
  const token = oauth.get("oauth_token") ?? "";
  const person = findIdentity(tokens.read(token)?.identity ?? "");
  if (!person) throw unauthorized("The token is not valid");
  return { token, person, rawParams };
}

function versionIn(vendorPath: string): { version: string; path: string } {
  const [whole = ""] = vendorPath.split("?");
  const [, version = "", ...rest] = whole.split("/");
  return { version, path: `/${rest.join("/")}` };
}

function stayWithin(
  limits: Limits,
  found: Route,
  token: string,
  account: string | undefined,
  reply: FastifyReply,
) {
  const ofAccount = (found.limit === "core" || found.limit === "read") && account;
  const key = ofAccount ? account : `${token}/${found.limit === "global" ? found.path : ""}`;
  const { allowed, headers } = limits.take(found.limit, key);
  reply.headers(headers);
  if (!allowed) throw new XError(429, problem("TOO_MANY_REQUESTS", "The request exceeds the rate limit"));
}

/** A repeated parameter is ambiguous: X refuses it. */
function toUniqueParams(pairs: [string, string][]): RawParams {
  const rawParams: RawParams = {};
  for (const [name, value] of pairs) {
    if (Object.hasOwn(rawParams, name))
      throw new XError(400, problem("INVALID_PARAMETER", `${name} was given more than once`));
    rawParams[name] = value;
  }
  return rawParams;
}

function problem(code: string, message: string): XProblem {
  return { code, message };
}

export function sendError(reply: FastifyReply, error: XError, request?: FastifyRequest): unknown {
  const params = request && isObject(request.query) ? request.query : {};
  return reply.code(error.status).send({ errors: error.problems, request: { params }, ...error.more });
}

/** The account when the person can access it; X does not reveal whether another's account exists. */
export function requireAccount(call: Call, registry: Registry): DemoAccount {
  const id = call.path.account_id ?? "";
  const owner = registry.findOwner(id);
  if (owner?.identity.key !== call.identity.key)
    throw new XError(
      403,
      problem("ACCOUNT_NOT_FOUND", `Account (${id}) was not found or is not yours to use`),
    );
  return owner.account;
}

/** As above, for a call that writes. */
export function requireWritableAccount(call: Call, registry: Registry): DemoAccount {
  const account = requireAccount(call, registry);
  if (!call.identity.permissions.includes("AD_MANAGER"))
    throw new XError(
      403,
      problem("ACTION_NOT_ALLOWED", "Your role on this account does not allow this action"),
    );
  return account;
}

/** The fault `half_done`: the work is done, and the response is a server error. */
export function failIfHalfDone(world: World, call: Call): void {
  const { method, vendorPath: path } = call.raw;
  if (world.faults.consume("x", ["half_done"], { method, path }))
    throw new XError(500, problem("INTERNAL_ERROR", "An internal error happened"));
}
