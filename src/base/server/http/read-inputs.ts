import type { FastifyRequest } from "fastify";
import type { Call } from "../../shared/contract.ts";
import { readMultipart, type UploadedFile } from "./multipart.ts";
import { isSigned } from "./session.ts";
import { signatureParams } from "./signed-links.ts";
import { makeInputParser } from "./validation.ts";

export type InputParsers = Record<"params" | "query" | "body", (input: unknown) => unknown>;
/** The input of a request as its contract describes it. */
export type CallInputs = { params: unknown; query: unknown; body: unknown; file: UploadedFile | undefined };

/** Parsers of a call's input, made once for all its requests. */
export function makeInputParsers({ params, query, body }: Call): InputParsers {
  return {
    params: makeInputParser(params),
    query: makeInputParser(query),
    body: makeInputParser(body),
  };
}

/** Reads and validates a request's address and body; throws ValidationError where they do not fit. */
export async function readInputs(
  { call, read }: { call: Call; read: InputParsers },
  request: FastifyRequest,
): Promise<CallInputs> {
  const params = read.params(request.params);
  const query = read.query(isSigned(call.access) ? withoutSignature(request.query) : request.query);
  const isMultipart = call.multipart === true && request.isMultipart();
  const { text, file } = isMultipart ? await readMultipart(request) : { text: request.body, file: undefined };
  return { params, query, body: read.body(text), file };
}

function withoutSignature(query: unknown): unknown {
  const names: readonly string[] = signatureParams;
  return Object.fromEntries(Object.entries(query ?? {}).filter(([name]) => !names.includes(name)));
}
