import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AdapterFault } from "../../shared/adapter-fault.ts";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Envelope } from "../../shared/envelope.ts";
import { parseLanguage } from "../../shared/language.ts";
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
  field?: string | undefined;
  messageKey?: string;
  current?: unknown;
};

/**
 * Turns every error into the envelope, in the request's language. Internal details go to the log, never into the
 * response.
 */
export function errorHandler(messages: Messages, onFault: (error: unknown) => void = () => {}) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const language = parseLanguage(request.headers["x-app-language"]?.toString());
    if (error instanceof ValidationError) {
      const fields = toFieldMessages(error.issues, messages, language);
      const firstText = Object.values(fields)[0]?.[0];
      return send(
        reply,
        request,
        400,
        "base.not_valid",
        firstText ?? messages.translate(language, "base:not_valid"),
        firstText ? { fields } : {},
      );
    }
    const info = toErrorInfo(error);
    if (info.status >= 500) {
      onFault(error);
      request.log.error({ err: error }, "a call failed");
    }
    // A refusal with a known duration states it in a header too.
    if (info.status === 429 && info.params?.seconds) reply.header("retry-after", info.params.seconds);
    const key = info.messageKey && messages.has(info.messageKey) ? info.messageKey : toMessageKey(info.code);
    const text = messages.translate(language, key, info.params);
    return send(reply, request, info.status, info.code, text, {
      ...(info.field ? { fields: { [info.field]: [text] } } : {}),
      ...(info.current === undefined ? {} : { current: info.current }),
    });
  };
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  status: number,
  code: string,
  text: string,
  more: { fields?: Record<string, string[]>; current?: unknown },
) {
  const envelope: Envelope<never> = {
    error: true,
    messages: [text],
    data: null,
    code,
    request_id: request.id,
  };
  return reply.status(status).send({ ...envelope, ...more });
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
      field: error.field,
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
