import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StreamLine } from "../../shared/answer-kinds.ts";
import type { RefusedEnvelope } from "../../shared/envelope.ts";
import type { ErrorAnswer } from "./errors.ts";

/**
 * Sends items as they come, one a line, no faster than the caller reads them. A last line says how it ended: a stream
 * without one was cut. What fails before the first item is answered like any other call.
 */
export async function answerStream(
  items: AsyncIterable<unknown>,
  signal: AbortSignal,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const source = items[Symbol.asyncIterator]();
  const release = () => void source.return?.()?.catch(() => {}); // nobody is left to be told
  signal.addEventListener("abort", release, { once: true });
  const first = await source.next();
  if (signal.aborted) release();
  const toRefusal = (error: unknown): ErrorAnswer["envelope"] =>
    reply.server.describeError(error as Error, request).envelope;
  return reply
    .headers({ "content-type": "application/x-ndjson; charset=utf-8", "x-accel-buffering": "no" })
    .send(Readable.from(toLines(first, source, signal, toRefusal)));
}

async function* toLines(
  first: IteratorResult<unknown>,
  source: AsyncIterator<unknown>,
  signal: AbortSignal,
  toRefusal: (error: unknown) => RefusedEnvelope,
) {
  try {
    for (let next = first; !next.done; next = await source.next()) yield toLine({ item: next.value });
    yield toLine({ done: true });
  } catch (error) {
    if (!signal.aborted) yield toLine(toRefusal(error));
  }
}

const toLine = (line: StreamLine) => `${JSON.stringify(line)}\n`;
