import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Audience, AudienceIn } from "../../shared/audience.ts";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Answer, Body, Call, CallName, Calls, Params, Query } from "../../shared/contract.ts";
import { type Language, parseLanguage } from "../../shared/language.ts";
import type { Clock } from "../clock.ts";
import type { Db, Tx } from "../db/db.ts";
import type { Log } from "../log.ts";
import {
  type Authenticators,
  type Caller,
  type ContextFor,
  identifyCaller,
  type SessionFor,
} from "./audience.ts";
import { readCookie } from "./cookies.ts";
import { once } from "./idempotency.ts";
import { readMultipart, type UploadedFile } from "./multipart.ts";
import { makeInputParser } from "./validation.ts";

/** What a handler receives of its request, already validated against the contract. */
export type CallRequest<C extends Call, Who extends Audience = "Clients"> = {
  params: Params<C>;
  query: Query<C>;
  body: Body<C>;
  /** First file part of a multipart call; its text parts must come before it. */
  file: C extends { multipart: true } ? UploadedFile | undefined : undefined;
  session: SessionFor<C, Who>;
  language: Language;
  /** The caller's address, as the nearest trusted proxy forwards it. */
  ip: string;
  userAgent: string;
  /** Reads a cookie of the request. */
  cookie(name: string): string | undefined;
  /** The database; for an idempotent call, the transaction that also stores its key. */
  db: Db;
  /** Who acts and when, for the use case; null where nobody is signed in. Of an idempotent call it holds `tx`. */
  ctx: ContextFor<C, Who>;
  log: Log;
  /**
   * Adds a header to the response (a cookie for a redirect through another site). A replayed idempotent response has
   * none.
   */
  setHeader(name: string, value: string): void;
};

export type Handlers<Table extends Calls> = {
  [Name in keyof Table & CallName]: (
    request: CallRequest<Table[Name], AudienceIn<Name>>,
  ) => Promise<Answer<Table[Name]>>;
};

export type HttpContext = Authenticators & { db: Db; worldClock: Clock; mounted: Calls };

/** Serves every call of a contract: authorization, validation, one handler, envelope. */
export function mountCalls<Table extends Calls>(
  app: FastifyInstance,
  context: HttpContext,
  calls: Table,
  handlers: Handlers<Table>,
) {
  const callers = new WeakMap<FastifyRequest, Caller | null>();
  for (const name of Object.keys(calls) as (keyof Table & CallName)[]) {
    const call = calls[name];
    if (!call) continue;
    context.mounted[name] = call;
    const [method = "GET", path = ""] = name.split(" ");
    const read = {
      params: makeInputParser(call.params),
      query: makeInputParser(call.query),
      body: makeInputParser(call.body),
    };
    const handle = handlers[name] as (request: CallRequest<Call>) => Promise<unknown>;
    app.route({
      method,
      url: `/${path.replace(/\{(\w+)\}/g, ":$1")}`,
      // Authorization comes before the body: nothing is read from an unauthorized caller.
      onRequest: async (request, reply) => {
        reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'"); // data, never a page
        reply.header("cache-control", "no-store"); // never share one caller's response with another
        const { authorization } = request.headers;
        callers.set(request, await identifyCaller({ name, call, authorization }, context));
        const encoding = request.headers["content-encoding"] ?? "identity";
        if (encoding !== "identity") baseRefusals.refuse("base.media_type_not_supported"); // no compressed bodies
      },
      handler: (request, reply) =>
        serve({ context, name, call, read, handle, caller: callers.get(request) ?? null }, request, reply),
    });
  }
}

type ServeOptions = {
  context: HttpContext;
  name: string;
  call: Call;
  read: Record<"params" | "query" | "body", (input: unknown) => unknown>;
  handle: (request: CallRequest<Call>) => Promise<unknown>;
  caller: Caller | null;
};

async function serve(
  { context, name, call, read, handle, caller }: ServeOptions,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const params = read.params(request.params);
  const query = read.query(request.query);
  const isMultipart = call.multipart === true && request.isMultipart();
  const { text, file } = isMultipart ? await readMultipart(request) : { text: request.body, file: undefined };
  const body = read.body(text);

  const now = context.worldClock.now();
  const runHandler = (db: Db, tx?: Tx) =>
    handle({
      params,
      query,
      body,
      file,
      session: caller?.session ?? null,
      language: parseLanguage(request.headers["x-app-language"]?.toString()),
      ip: request.ip,
      userAgent: request.headers["user-agent"]?.slice(0, 400) ?? "",
      cookie: (name) => readCookie(request.headers.cookie, name),
      db,
      ctx: caller?.toContext({ db, now, requestId: request.id, ...(tx ? { tx } : {}) }) ?? null,
      log: request.log as Log,
      setHeader: (name, value) => void reply.header(name, value),
    } as CallRequest<Call>);
  const runInTransaction = (handle: Tx) => {
    const tx = caller ? handle.actingAs(caller.by) : handle;
    return runHandler(tx, tx);
  };

  const key = request.headers["idempotency-key"]?.toString();
  const scope = caller?.scope ?? "public";
  const data = call.idempotent
    ? await once(context.db, { scope, key, call: name, input: { params, query, body } }, runInTransaction)
    : await runHandler(context.db);
  return reply.send({ error: false, messages: [], data: data ?? null });
}
