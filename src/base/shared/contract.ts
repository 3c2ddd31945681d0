import { type ZodType, z } from "zod";
import type { Audience } from "./audience.ts";
import { cleanText } from "./text.ts";

/** A subject/action pair, the same that a button checks and the user's abilities contain. */
export type Ability = { subject: string; action: string };

/** Who of the call's audience may call: anybody, whoever is signed in, or one who has the ability. */
export type Access = "public" | "signed-in" | Ability;

/** One call, described once: the server validates with it, the web is typed by it, OpenAPI is generated from it. */
export type Call = {
  summary: string;
  access: Access;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** The body comes as multipart/form-data. Text parts are validated by `body`; files reach the handler as streams. */
  multipart?: true;
  answer: ZodType;
  /** Codes this call may refuse with, besides those common to every call. */
  refusals?: readonly string[];
  /**
   * Moves money, creates something outside, or sends a message: requires `Idempotency-Key`, runs in one transaction.
   */
  idempotent?: true;
};

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/**
 * "POST Clients/Wallet/deposit", "GET Staff/Account/me": the audience comes first. Path parameters in braces: "GET
 * Clients/Campaigns/{id}".
 */
export type CallName = `${Method} ${Audience}/${string}`;
export type Calls = Record<CallName, Call>;

/** Keeps the literal types, so that the web client can be typed from `typeof` alone, without zod in its bundle. */
export function defineCalls<const Table extends Calls>(table: Table): Table {
  return table;
}

type Output<Schema> = Schema extends ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends ZodType ? z.input<Schema> : undefined;

export type Params<C extends Call> = Output<C["params"]>;
export type Query<C extends Call> = Output<C["query"]>;
export type Body<C extends Call> = Output<C["body"]>;
/** What the caller sends, before defaults and transforms. */
export type CallInput<C extends Call, Part extends "params" | "query" | "body"> = Input<C[Part]>;
export type Answer<C extends Call> = z.output<C["answer"]>;

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
