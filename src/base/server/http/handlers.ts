import type { Readable } from "node:stream";
import type { ZodType, z } from "zod";
import type { EventsAnswer, FileAnswer, ServerEvent, StreamAnswer } from "../../shared/answer-kinds.ts";
import type { Audience, AudienceIn } from "../../shared/audience.ts";
import type { Answer, Body, Call, CallName, Calls, Params, Query, Resumable } from "../../shared/contract.ts";
import type { Language } from "../../shared/language.ts";
import type { Context, ReadContext } from "../context.ts";
import type { Db } from "../db/db.ts";
import type { Log } from "../log.ts";
import type { ContextFor, SessionFor } from "./audience.ts";
import type { ByteRange } from "./byte-range.ts";
import type { UploadedFile } from "./multipart.ts";

/** What a handler receives of its request, already validated against the contract. */
export type CallRequest<C extends Call, Who extends Audience = "Clients"> = {
  params: Params<C>;
  query: Query<C>;
  body: Body<C>;
  /** First file part of a multipart call; its text parts must come before it. */
  file: C extends { multipart: true } ? UploadedFile | undefined : undefined;
  /** Null where nobody is signed in, as behind a signed address. */
  session: SessionFor<C["access"], Who>;
  language: Language;
  /** The caller's address, as the nearest trusted proxy forwards it. */
  ip: string;
  userAgent: string;
  /** The same as in `ctx`, for calls that have none. */
  requestId: string;
  /** Reads a cookie of the request. */
  cookie(name: string): string | undefined;
  /** The database; for an idempotent call, the transaction that also stores its key. */
  db: Db;
  /** Who acts and when, for the use case; null where the merchant is not known. Of an idempotent call it holds `tx`. */
  ctx: ContextFor<C, Who>;
  log: Log;
  /** Aborted when the connection closes before the answer is complete: what still works for the caller may stop. */
  signal: AbortSignal;
  /** The `id` of the last event a returning reader of an `events` call has. */
  lastEventId: string | undefined;
  /**
   * Adds a header to the response (a cookie for a redirect through another site). A replayed idempotent response has
   * none.
   */
  setHeader(name: string, value: string): void;
};

/** What a handler of a `file` call returns. */
export type FileContent = {
  mime: string;
  fileName: string;
  /** Their number; null when it is not known before the end: then no part of it can be requested. */
  bytes: number | null;
  /** Opens the bytes, or a part of them; null when they are gone. Not called for HEAD. */
  open(part?: ByteRange): Promise<Readable | null>;
};

/** Where a handler of an `events` call sends its events. */
export type EventSink<Answer extends EventsAnswer> = {
  /** False when the reader takes them too slowly, or has left: nothing more may be sent. */
  send(events: readonly ServerEvent<Answer>[]): boolean;
  /** Ends the stream; the reader may come back and resume. */
  close(): void;
};
/** What a handler of an `events` call returns: begins to send, and returns the function that stops it. */
export type OpenEvents<Answer extends EventsAnswer> = (sink: EventSink<Answer>) => () => void;

/** An upload in parts, as the handler of its call sees it. */
export type Upload<Metadata> = { id: string; bytes: number; metadata: Metadata };

/**
 * What a resumable call does with the bytes. `append`, `finish` and `abort` may be called again after a crash; the
 * last `abort` comes after the end too, to free the bytes.
 */
export type UploadHandler<Metadata, Result> = {
  /** Refuses an upload before its bytes are sent, in the transaction that records it. */
  begin(ctx: Context, upload: Upload<Metadata>): Promise<void>;
  /**
   * Writes at the offset as much as comes, also when it breaks off; returns the number of bytes. The chunks are the
   * handler's: it may free their memory.
   */
  append(uploadId: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<number>;
  /** Resolves once no crash can lose what was appended before; more may be appended meanwhile. */
  flush(uploadId: string): Promise<void>;
  /** Makes of the complete bytes what the call is for. */
  finish(ctx: ReadContext, upload: Upload<Metadata>): Promise<Result>;
  abort(uploadId: string): Promise<void>;
};

/** What a handler returns, by the kind of its call's answer. */
export type HandlerResult<C extends Call> = C["answer"] extends FileAnswer
  ? FileContent
  : C["answer"] extends StreamAnswer<infer Item extends ZodType>
    ? AsyncIterable<z.output<Item>>
    : C["answer"] extends EventsAnswer
      ? OpenEvents<C["answer"]>
      : Answer<C>;

export type Handler<C extends Call, Who extends Audience = "Clients"> = C extends {
  resumable: Resumable<infer Metadata extends ZodType>;
}
  ? UploadHandler<z.output<Metadata>, Answer<C>>
  : (request: CallRequest<C, Who>) => Promise<HandlerResult<C>>;

export type Handlers<Table extends Calls> = {
  [Name in keyof Table & CallName]: Handler<Table[Name], AudienceIn<Name>>;
};

/** A handler that `checkedFirst` made. */
export type CheckedHandler<Request, Result> = ((request: Request) => Promise<Result>) & {
  check: (request: Request) => Promise<void>;
};

/**
 * A handler with a check before it, outside the transaction of an idempotent call: what the check writes (an attempt
 * that counts) stays, whatever becomes of the call. It runs for every request, a repeated one too.
 */
export function checkedFirst<Request, Result>(
  check: (request: Request) => Promise<void>,
  handle: (request: Request) => Promise<Result>,
): CheckedHandler<Request, Result> {
  return Object.assign((request: Request) => handle(request), { check });
}

/** A handler that `answeredFrom` made. */
export type RemadeHandler<Request, Reference, Result> = ((request: Request) => Promise<Result>) & {
  parts: {
    act(request: Request): Promise<Reference>;
    answer(request: Request, reference: Reference): Promise<Result>;
  };
};

/**
 * A handler that acts and then answers with what is there: of an idempotent call only the reference that `act` returns is
 * kept (an id as JSON, or nothing), and a repeated request is answered with what is there then.
 */
export function answeredFrom<Request, Reference, Result>(
  act: (request: Request) => Promise<Reference>,
  answer: (request: Request, reference: Reference) => Promise<Result>,
): RemadeHandler<Request, Reference, Result> {
  const handle = async (request: Request) => answer(request, await act(request));
  return Object.assign(handle, { parts: { act, answer } });
}
