import type { FastifyReply, FastifyRequest } from "fastify";
import type { FileAnswer } from "../../shared/answer-kinds.ts";
import { baseRefusals } from "../../shared/base.refusals.ts";
import { parseByteRange } from "./byte-range.ts";
import type { FileContent } from "./handlers.ts";

/**
 * Sends a file or a part of it: to a HEAD only what describes it, and nothing that could run as a page. When the
 * source breaks, the connection is cut, so that half a file is never taken for a whole one.
 */
export async function answerFile(
  answer: FileAnswer,
  { mime, fileName, bytes, open }: FileContent,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const part = answer.ranges && bytes !== null ? readRange(request, bytes) : undefined;
  if (part === "outside") {
    reply.header("content-range", `bytes */${bytes}`);
    return baseRefusals.refuse("base.range_outside");
  }
  const stream = request.method === "HEAD" ? undefined : await open(part);
  if (stream === null) return baseRefusals.refuse("base.not_found");
  const sent = part ? part.end - part.start + 1 : bytes;
  if (part) reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${bytes}`);
  if (sent !== null) reply.header("content-length", sent);
  if (answer.crossOrigin) reply.header("access-control-allow-origin", "*");
  return reply
    .headers({
      "accept-ranges": answer.ranges && bytes !== null ? "bytes" : "none",
      "content-type": mime,
      "cache-control": answer.cache,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": answer.crossOrigin ? "cross-origin" : "same-origin",
      "content-disposition": `${answer.disposition}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    })
    .send(stream);
}

/**
 * The part a GET requests. Our files have no validator that `If-Range` could name, so with it the whole file is sent
 * (RFC 9110, 13.1.5).
 */
function readRange({ method, headers }: FastifyRequest, bytes: number) {
  if (method !== "GET" || headers["if-range"] !== undefined) return undefined;
  return parseByteRange(headers.range, bytes);
}
