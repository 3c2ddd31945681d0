import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RateLimit } from "../../base/rate-limit.ts";
import type { World } from "../../base/world.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import type { Advertiser, Identity } from "./demo.ts";
import { badParameter, noPermission, TikTokError } from "./errors.ts";
import { API, CALLS_A_SECOND, NARROWER, type SCOPES } from "./facts.ts";
import type { Registry } from "./registry.ts";
import type { Tokens } from "./tokens.ts";

/** One call, authorized where its route requires it. */
export type Call = {
  method: string;
  path: string;
  token: string | null;
  /** The caller; null on public routes only. */
  identity: Identity | null;
  scopes: number[];
  query: URLSearchParams;
  body: unknown;
  raw: FastifyRequest;
};
export type Route = {
  method: "GET" | "POST";
  /** "/campaign/create/", after the version. */
  path: string;
  /** The scope the token needs; "public" needs no token. */
  scope: keyof typeof SCOPES | "public";
  handle(call: Call): unknown | Promise<unknown>;
};

/** A response without the envelope: the file of a report. */
export class PlainText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Limits = { app: RateLimit; narrower: Map<string, RateLimit> };
type Options = {
  world: World;
  tokens: Tokens;
  registry: Registry;
  routes: Route[];
  scopes: typeof SCOPES;
};

/**
 * Serves the API. A path without its trailing slash, or with another method, never reaches it and is answered in
 * plain text.
 */
export function serveApi(app: FastifyInstance, options: Options): void {
  const bucket = (perSecond: number) =>
    options.world.rateLimit({ capacity: perSecond, leakPerSecond: perSecond });
  const narrower = new Map(Object.entries(NARROWER).map(([path, limit]) => [path, bucket(limit)]));
  const limits: Limits = { app: bucket(CALLS_A_SECOND), narrower };
  app.all("/open_api/*", async (request, reply) => {
    const url = new URL(request.vendorPath, "http://sandbox");
    if (!url.pathname.endsWith("/")) return plain(reply, 404, "404 page not found");
    if (!url.pathname.startsWith(`${API}/`))
      return sendError(reply, options.world, new TikTokError(40051, "The API version is not valid"));
    const path = url.pathname.slice(API.length);
    const fitting = options.routes.filter((route) => route.path === path);
    const route = fitting.find((each) => each.method === request.method);
    if (!route) return plain(reply, fitting.length > 0 ? 405 : 404, "404 page not found");
    try {
      const data = await route.handle(authorised(request, url, route, options, limits));
      if (data instanceof PlainText) return plain(reply, 200, data.text);
      return reply.headers(logHeaders(options.world)).send(envelope(options.world, 0, "OK", data));
    } catch (error) {
      if (!(error instanceof TikTokError)) throw error;
      return sendError(reply, options.world, error);
    }
  });
}

function authorised(
  request: FastifyRequest,
  url: URL,
  route: Route,
  { tokens, registry, scopes }: Options,
  limits: Limits,
): Call {
  const header = request.headers["access-token"];
  const token = typeof header === "string" && header ? header : null;
  const call = {
    method: request.method,
    path: route.path,
    token,
    query: url.searchParams,
    body: request.body,
    raw: request,
  };
  const isWithin =
    limits.app.take("app").allowed && (limits.narrower.get(route.path)?.take("app").allowed ?? true);
  if (!isWithin) throw new TikTokError(40100, "App reaches the QPS limit, please slow down");
  if (route.scope === "public") return { ...call, identity: null, scopes: [] };
  if (!token)
    throw new TikTokError(
      40104,
      "Access token is null, you should set it in http header with key Access-Token.",
    );
  const grant = tokens.read(token);
  const identity = grant && registry.findIdentity(grant.identity);
  if (!grant || !identity) throw new TikTokError(40105, "Access token is incorrect or has been revoked.");
  if (!grant.scopes.includes(scopes[route.scope]))
    throw noPermission(`No permission to operate ${route.path}: the scope was not granted`);
  return { ...call, identity, scopes: grant.scopes };
}

export function envelope(world: World, code: number, message: string, data: unknown): Json {
  return { code, message, request_id: requestId(world), data: data ?? {} };
}

export function sendError(reply: FastifyReply, world: World, error: TikTokError): unknown {
  return reply.headers(logHeaders(world)).send(envelope(world, error.code, error.message, {}));
}

export function plain(reply: FastifyReply, status: number, text: string): unknown {
  return reply.code(status).type("text/plain; charset=utf-8").send(text);
}

function requestId(world: World): string {
  const now = world.now().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return `${now}${world.ids.token("tiktok/request", 18).toUpperCase()}`;
}

function logHeaders(world: World): Record<string, string> {
  return { "x-tt-logid": world.ids.token("tiktok/log", 32) };
}

/** The ad account of a call, when the caller can access it. A disabled one can be read but not written to. */
export function requireAdvertiser(call: Call, id: unknown, registry: Registry): Advertiser {
  if (typeof id !== "string" || !/^\d+$/.test(id))
    throw badParameter("advertiser_id: a string of digits is required");
  if (!registry.findOwner(id)) throw new TikTokError(40300, `Advertiser ${id} does not exist`);
  const account = call.identity?.accounts.find((each) => each.id === id);
  if (!account) throw noPermission(`No permission to operate advertiser ${id}`);
  if (call.method === "POST" && account.status !== "STATUS_ENABLE")
    throw noPermission(`Advertiser ${id} is disabled`);
  return account;
}

export function requireBody(call: Call): Json {
  if (!isObject(call.body)) throw badParameter("The body must be a JSON object");
  return call.body;
}
