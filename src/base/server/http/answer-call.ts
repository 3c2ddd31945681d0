import type { FastifyReply, FastifyRequest } from "fastify";
import type { EventsAnswer } from "../../shared/answer-kinds.ts";
import type { Call } from "../../shared/contract.ts";
import { parseLanguage } from "../../shared/language.ts";
import type { Db, Tx } from "../db/db.ts";
import type { Log } from "../log.ts";
import { answerEvents } from "./answer-events.ts";
import { answerFile } from "./answer-file.ts";
import { answerJson } from "./answer-json.ts";
import { answerStream } from "./answer-stream.ts";
import { readCookie } from "./cookies.ts";
import { type ContextDeps, getCaller } from "./guard.ts";
import type { CallRequest, CheckedHandler, FileContent, OpenEvents, RemadeHandler } from "./handlers.ts";
import { once } from "./idempotency.ts";
import { limitCall, takePlace } from "./limit-calls.ts";
import { type CallInputs, type InputParsers, readInputs } from "./read-inputs.ts";
import { readPosition } from "./read-position.ts";

/** A call with its handler, whose types the contract's table has checked. */
export type ServedCall = {
  name: string;
  call: Call;
  read: InputParsers;
  handle: ((request: CallRequest<Call>) => Promise<unknown>) &
    Partial<Pick<CheckedHandler<CallRequest<Call>, unknown>, "check">> &
    Partial<Pick<RemadeHandler<CallRequest<Call>, unknown, unknown>, "parts">>;
};

/** Reads a request's input, runs the handler, and answers in the call's own kind. */
export async function answerCall(
  deps: ContextDeps,
  served: ServedCall,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { answer } = served.call;
  const inputs = await readInputs(served, request);
  reply.raw.once("close", takePlace(served.call, getCaller(request), request.ip));
  const left = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  const result = await runHandler(deps, served, inputs, { request, reply, signal: left.signal });
  if (!("kind" in answer)) return answerJson(result, reply);
  if (answer.kind === "file") return answerFile(answer, result as FileContent, request, reply);
  if (answer.kind === "events") return answerEvents(result as OpenEvents<EventsAnswer>, reply);
  return answerStream(result as AsyncIterable<unknown>, left.signal, request, reply);
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal };

/**
 * Runs the handler; for an idempotent call once per key, in the transaction that also stores the key. A handler's check
 * runs before.
 */
async function runHandler(
  deps: ContextDeps,
  { name, call, handle }: ServedCall,
  { file, ...input }: CallInputs,
  { request, reply, signal }: Exchange,
): Promise<unknown> {
  const caller = getCaller(request);
  const { session, by, scope, toContext } = caller;
  await limitCall(deps, { name, call }, caller, request.ip);
  const now = deps.worldClock.now();
  const makeRequest = (db: Db, tx?: Tx) =>
    ({
      ...input,
      file,
      session,
      language: parseLanguage(request.headers["x-app-language"]?.toString()),
      ip: request.ip,
      userAgent: request.headers["user-agent"]?.slice(0, 400) ?? "",
      requestId: request.id,
      cookie: (name) => readCookie(request.headers.cookie, name),
      db,
      ctx: toContext({ db, now, requestId: request.id, ...(tx ? { tx } : {}) }),
      log: request.log as Log,
      signal,
      lastEventId: request.headers["last-event-id"]?.toString(),
      setHeader: (name, value) => void reply.header(name, value),
    }) as CallRequest<Call>;
  await handle.check?.(makeRequest(deps.db));
  if (call.readsReplica && deps.replica)
    return handle(makeRequest(await deps.replica.chooseAfter(readPosition(request.headers.cookie))));
  if (!call.idempotent) return handle(makeRequest(deps.db));
  const key = request.headers["idempotency-key"]?.toString();
  const claim = { scope, key, call: name, input };
  const toRequest = (opened: Tx) => {
    const tx = by ? opened.actingAs(by) : opened;
    return makeRequest(tx, tx);
  };
  const { parts } = handle;
  if (!parts) return once(deps.db, claim, (opened) => handle(toRequest(opened)));
  const act = async (opened: Tx) => {
    const request = toRequest(opened);
    const reference = await parts.act(request);
    return { reference, answer: await parts.answer(request, reference) };
  };
  const done = await once(deps.db, claim, act, {
    keep: ({ reference }) => reference,
    remake: async (reference) => ({
      reference,
      answer: await parts.answer(makeRequest(deps.db), reference),
    }),
  });
  return done.answer;
}
