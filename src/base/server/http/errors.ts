import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AdapterFault } from "../../shared/adapter-fault.ts";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { FieldMessages, RefusedEnvelope } from "../../shared/envelope.ts";
import { type Language, parseLanguage } from "../../shared/language.ts";
import { Refusal } from "../../shared/refusals.ts";
import { sqlState } from "../db/db.ts";
import { type Messages, toMessageKey } from "../messages.ts";
import { classifyStorageFault } from "../storage-faults.ts";
import { toFieldMessages, ValidationError } from "./validation.ts";

/** The response for a thrown error: the only place that maps one to the other. */
type ErrorInfo = {
  status: number;
  code: string;
  params?: Refusal["params"];
  problems?: Refusal["problems"];
  messageKey?: string;
  current?: unknown;
};

/** How an error is answered. */
export type ErrorAnswer = { status: number; envelope: RefusedEnvelope; retryAfterSeconds?: number };

/**
 * Words every error as the envelope, in the request's language. Internal details go to the log, never into the
 * response.
 */
export function makeErrorDescriber(messages: Messages, onFault: (error: unknown) => void = () => {}) {
  return (error: FastifyError | Error, request: FastifyRequest): ErrorAnswer => {
    const language = parseLanguage(request.headers["x-app-language"]?.toString());
    const toEnvelope = (
      code: string,
      text: string,
      fields?: FieldMessages,
      current?: unknown,
    ): RefusedEnvelope => ({
      error: true,
      messages: [text],
      data: null,
      code,
      request_id: request.id,
      ...(fields ? { fields } : {}),
      ...(current === undefined ? {} : { current }),
    });
    if (error instanceof ValidationError) {
      const fields = toFieldMessages(error.issues, messages, language);
      const firstText = Object.values(fields)[0]?.[0];
      const text = firstText ?? messages.translate(language, "base:not_valid");
      return { status: 400, envelope: toEnvelope("base.not_valid", text, firstText ? fields : undefined) };
    }
    const { status, code, params, problems = [], messageKey, current } = toErrorInfo(error);
    if (status >= 500) {
      onFault(error);
      request.log.error({ err: error }, "a call failed");
    }
    const key = messageKey && messages.has(messageKey) ? messageKey : toMessageKey(code);
    const text = messages.translate(language, key, params);
    const envelope = toEnvelope(code, text, toProblemMessages(problems, messages, language), current);
    // A refusal with a known duration states it in a header too.
    const seconds = status === 429 ? Number(params?.seconds ?? 0) : 0;
    return { status, envelope, ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}) };
  };
}

/** Every problem's message at its field; undefined where no problem names one. */
function toProblemMessages(
  problems: Refusal["problems"],
  messages: Messages,
  language: Language,
): FieldMessages | undefined {
  const fields = new Map<string, string[]>();
  for (const { code, params, field } of problems) {
    if (field === undefined) continue;
    const text = messages.translate(language, toMessageKey(code), params);
    fields.set(field, [...(fields.get(field) ?? []), text]);
  }
  return fields.size > 0 ? Object.fromEntries(fields) : undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Words an error as its envelope, for answers that have begun when it happens. */
    describeError: ReturnType<typeof makeErrorDescriber>;
  }
}

/** Answers every error with its envelope. */
export function errorHandler(describeError: ReturnType<typeof makeErrorDescriber>) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const { status, envelope, retryAfterSeconds } = describeError(error, request);
    if (retryAfterSeconds) reply.header("retry-after", retryAfterSeconds);
    return reply.status(status).send(envelope);
  };
}

function base(code: keyof typeof baseRefusals.table & string): ErrorInfo {
  return { status: baseRefusals.table[code], code };
}

function toErrorInfo(error: FastifyError | Error): ErrorInfo {
  if (error instanceof Refusal)
    return {
      status: error.status,
      code: error.code,
      params: error.params,
      problems: error.problems,
      current: error.current,
    };
  if (error instanceof AdapterFault) {
    return {
      ...base("base.outside_not_answering"),
      ...(error.messageKey ? { messageKey: error.messageKey } : {}),
    };
  }
  // Text PostgreSQL cannot store, and numbers out of a column's range: bad input, wherever it got through.
  if (["22021", "22P02", "22P05", "22003", "22007", "22008"].includes(sqlState(error) ?? ""))
    return base("base.not_valid");
  const fault = classifyStorageFault(error);
  if (fault !== null) return base(fault === "full" ? "base.cannot_save" : "base.not_ready");
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || statusCode === 415)
    return base("base.media_type_not_supported");
  if (statusCode === 413) return base("base.too_large");
  if (statusCode === 429) return base("base.too_many_requests");
  if (statusCode === 404 || code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH")
    return base("base.not_found");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return base("base.body_malformed");
  return base("base.internal");
}
