import { type ZodType, z } from "zod";
import type { Ability } from "./abilities.ts";
import { type AnswerShape, getAnswerKind, type StreamAnswer } from "./answer-kinds.ts";
import { cleanText } from "./text.ts";

/** Whoever is signed in, or has the ability. */
export type SessionAccess = "signed-in" | Ability;
/** Whoever has an address that we signed for one merchant; without a signature the session decides. */
export type SignedAccess = { signedOr: SessionAccess };
/** Who of the call's audience may call; "public" is anybody. */
export type Access = "public" | SessionAccess | SignedAccess;

/** A body that arrives in parts and survives lost connections (tus 1.0.0, `http/resumable.ts`). */
export type Resumable<Metadata extends ZodType = ZodType> = {
  /** What the caller says about the bytes before it sends them. */
  metadata: Metadata;
  maxBytes: number;
  /** How long an upload may take before it is discarded. */
  hours: number;
};

/** One call, described once: the server validates with it, the web is typed by it, OpenAPI is generated from it. */
export type Call = {
  summary: string;
  access: Access;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** The body comes as multipart/form-data. Text parts are validated by `body`; files reach the handler as streams. */
  multipart?: true;
  /** The body is an upload in parts, of any length of time. The answer is read at the upload's own address. */
  resumable?: Resumable;
  answer: AnswerShape;
  /** Codes this call may refuse with, besides those common to every call. */
  refusals?: readonly string[];
  /**
   * Moves money, creates something outside, or sends a message: requires `Idempotency-Key`, runs in one transaction.
   */
  idempotent?: true;
  /**
   * Reads much and writes nothing: may be answered from a replica of the database that has all that the caller has written.
   */
  readsReplica?: true;
  /**
   * For calls that cost much, or that somebody could use to copy everything: how often in a minute one merchant or member
   * of the staff may make it, or one address where nobody is signed in. All processes count together.
   */
  perMinute?: number;
  /**
   * For calls that work for seconds: how many of all such calls one merchant may have under way at a time in each
   * process, from the first byte to the last.
   */
  atOnce?: number;
};

/** What a person who saves tables and documents does not reach. */
export const exportLimits = { perMinute: 60, atOnce: 4 } as const;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/**
 * "POST Clients/Wallet/deposit", "GET Staff/Account/me": the audience comes first (`audience.ts`). Path parameters in
 * braces: "GET Clients/Campaigns/{id}". An address at the root is in lower case, and used by merchants' pages: "GET live".
 */
export type CallName = `${Method} ${string}`;
export type Calls = Record<CallName, Call>;

/** Keeps the literal types, so that the web client can be typed from `typeof` alone, without zod in its bundle. */
export function defineCalls<const Table extends Calls>(table: Table): Table {
  return table;
}

/** The requests that a call takes: its own, and for a resumable one those to the address of each upload. */
export function listRequests(name: string, call: Call): string[] {
  const [method = "", path = ""] = name.split(" ");
  if (call.resumable)
    return [
      name,
      `OPTIONS ${path}`,
      ...["HEAD", "PATCH", "DELETE", "GET"].map((other) => `${other} ${path}/{upload}`),
    ];
  return getAnswerKind(call.answer) === "file" ? [name, name.replace(method, "HEAD")] : [name];
}

type Output<Schema> = Schema extends ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends ZodType ? z.input<Schema> : undefined;

export type Params<C extends Call> = Output<C["params"]>;
export type Query<C extends Call> = Output<C["query"]>;
export type Body<C extends Call> = Output<C["body"]>;
/** What the caller sends, before defaults and transforms. */
export type CallInput<C extends Call, Part extends "params" | "query" | "body"> = Input<C[Part]>;
/** The data of a JSON answer; calls that answer otherwise have none. */
export type Answer<C extends Call> = C["answer"] extends ZodType ? z.output<C["answer"]> : never;
/** What comes of a `stream` call, one after the other. */
export type StreamItem<C extends Call> =
  C["answer"] extends StreamAnswer<infer Item> ? z.output<Item> : never;

/** The names of the calls that take their input in one request and answer so. */
type NamesByAnswer<Table extends Calls, Shape extends AnswerShape> = {
  [Name in keyof Table & CallName]: Table[Name] extends { resumable: Resumable }
    ? never
    : Table[Name]["answer"] extends Shape
      ? Name
      : never;
}[keyof Table & CallName];

export type JsonCallName<Table extends Calls> = NamesByAnswer<Table, ZodType>;
export type StreamCallName<Table extends Calls> = NamesByAnswer<Table, StreamAnswer>;

/** Query of every list: page from 1, at most 100 rows. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(10),
});

/** Response of every list. */
export function pageSchema<Item extends ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    page: z.number().int(),
    size: z.number().int(),
    total: z.number().int(),
  });
}

/** The query of a list that is followed by where its pages end: `after` is the `next` of the page before. */
export const followQuery = pageQuery.extend({
  /** With it `page` only numbers the page. */
  after: z.string().max(300).optional(),
});

/** Its response: `next` is null on the last page. */
export const followSchema = <Item extends ZodType>(item: Item) =>
  pageSchema(item).extend({ next: z.string().nullable() });

/**
 * Text a person wrote, at most `max` characters, cleaned by `cleanText`: empty when it has no visible character. NUL
 * and lone surrogates are refused (PostgreSQL cannot store them).
 */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes("\u0000") && value.isWellFormed(), { error: "base:text_not_valid" })
    .transform(cleanText);
}

/** Text with at least one visible character. */
export function requiredText(max: number) {
  return text(max).refine((value) => value.length > 0, { error: "base:field_required" });
}

export const halalasSchema = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
/** An instant on the wire: ISO 8601 with an offset or Z. */
export const instant = z.iso.datetime({ offset: true });
export const riyadhDay = z.iso.date();
