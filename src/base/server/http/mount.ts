import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Answer, Body, Call, CallName, Calls, Params, Query } from "../../shared/contract.ts";
import { type Language, readLanguage } from "../../shared/language.ts";
import type { Db } from "../db/db.ts";
import type { Log } from "../log.ts";
import { readCookie } from "./cookies.ts";
import { once } from "./idempotency.ts";
import { readMultipart } from "./multipart.ts";
import { type Authenticate, admit, type Session } from "./session.ts";
import { inputReader } from "./validation.ts";

/** A file part, still on its way: read `stream` to its end or throw. */
export type UploadedFile = { fieldName: string; fileName: string; mimeType: string; stream: Readable };

/** What a handler knows of its request, already checked against the contract. */
export type CallRequest<C extends Call> = {
  params: Params<C>;
  query: Query<C>;
  body: Body<C>;
  /** First file part of a multipart call; its text parts must come before it. */
  file: C extends { multipart: true } ? UploadedFile | undefined : undefined;
  session: C extends { access: "public" } ? null : Session;
  language: Language;
  /** The caller's address, as the nearest trusted proxy tells it. */
  ip: string;
  userAgent: string;
  /** A cookie that came with the request. */
  cookie(name: string): string | undefined;
  /** The database; for an idempotent call the transaction that also keeps its key. */
  db: Db;
  log: Log;
  /** Adds a header to the answer (a cookie for a walk through another site). A replayed idempotent answer has none. */
  setHeader(name: string, value: string): void;
};

export type Handlers<Table extends Calls> = {
  [Name in keyof Table & CallName]: (request: CallRequest<Table[Name]>) => Promise<Answer<Table[Name]>>;
};

export type HttpGround = { db: Db; authenticate: Authenticate; mounted: Calls };

/** Serves every call of a contract: door, shape, one handler, envelope. */
export function mountCalls<Table extends Calls>(
  app: FastifyInstance,
  ground: HttpGround,
  calls: Table,
  handlers: Handlers<Table>,
) {
  const admitted = new WeakMap<FastifyRequest, Session | null>();
  for (const name of Object.keys(calls) as (keyof Table & CallName)[]) {
    const call = calls[name];
    if (!call) continue;
    ground.mounted[name] = call;
    const [method = "GET", path = ""] = name.split(" ");
    const read = {
      params: inputReader(call.params),
      query: inputReader(call.query),
      body: inputReader(call.body),
    };
    const handle = handlers[name] as (request: CallRequest<Call>) => Promise<unknown>;
    app.route({
      method,
      url: `/${path.replace(/\{(\w+)\}/g, ":$1")}`,
      // The door comes before the body: of who is not let in, nothing is read.
      onRequest: async (request, reply) => {
        reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'"); // it is data, never a page
        reply.header("cache-control", "no-store"); // one merchant's answer is nobody else's
        admitted.set(request, await admit(call.access, request.headers.authorization, ground.authenticate));
        const packed = request.headers["content-encoding"] ?? "identity";
        if (packed !== "identity") baseRefusals.refuse("base.media_type_not_supported"); // nothing is inflated here
      },
      handler: (request, reply) =>
        serve({ ground, name, call, read, handle, session: admitted.get(request) ?? null }, request, reply),
    });
  }
}

type Served = {
  ground: HttpGround;
  name: string;
  call: Call;
  read: Record<"params" | "query" | "body", (input: unknown) => unknown>;
  handle: (request: CallRequest<Call>) => Promise<unknown>;
  session: Session | null;
};

async function serve(
  { ground, name, call, read, handle, session }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const params = read.params(request.params);
  const query = read.query(request.query);
  const isMultipart = call.multipart === true && request.isMultipart();
  const { text, file } = isMultipart ? await readMultipart(request) : { text: request.body, file: undefined };
  const body = read.body(text);

  const answerWith = (db: Db) =>
    handle({
      params,
      query,
      body,
      file,
      session,
      language: readLanguage(request.headers["x-app-language"]?.toString()),
      ip: request.ip,
      userAgent: request.headers["user-agent"]?.slice(0, 400) ?? "",
      cookie: (name) => readCookie(request.headers.cookie, name),
      db,
      log: request.log as Log,
      setHeader: (name, value) => void reply.header(name, value),
    } as CallRequest<Call>);

  const key = request.headers["idempotency-key"]?.toString();
  const scope = session?.merchantId ?? "public";
  const data = call.idempotent
    ? await once(ground.db, { scope, key, call: name, input: { params, query, body } }, answerWith)
    : await answerWith(ground.db);
  return reply.send({ error: false, messages: [], data: data ?? null });
}
