import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { EventsAnswer, ServerEvent } from "../../shared/answer-kinds.ts";
import type { OpenEvents } from "./handlers.ts";

/** How long a browser waits before it reconnects. */
const retryMs = 2_000;
const heartbeatMs = 20_000;
/** How long a stream lives before the browser must reconnect, so that an expired session ends. */
const maxLifetimeMs = 10 * 60_000;
/** Bytes that may be buffered for one reader. Past it the stream is cut; the reader reconnects and resumes. */
const maxBufferedBytes = 262_144;

/**
 * Sends server-sent events (WHATWG HTML, 9.2) until either side ends, with a heartbeat while there are none. A reader
 * that does not take them is cut.
 */
export function answerEvents(open: OpenEvents<EventsAnswer>, reply: FastifyReply) {
  const { raw } = reply;
  const out = new Readable({ read() {} });
  const countBuffered = () => out.readableLength + raw.writableLength;

  function send(events: readonly ServerEvent[]): boolean {
    if (out.destroyed || out.readableEnded) return false;
    out.push(events.map(toText).join(""));
    return countBuffered() <= maxBufferedBytes;
  }

  /** A reader that has taken everything gets a clean end; another one would keep the connection open for its rest. */
  function close() {
    if (countBuffered() > 0) raw.destroy();
    else out.push(null);
  }

  out.push(`retry: ${retryMs}\n\n`);
  const stop = open({ send, close });
  const heartbeat = keepAlive(() => countBuffered() === 0 && out.push(": beat\n\n"), close);
  out.once("close", () => {
    clearInterval(heartbeat);
    stop();
  });
  return reply
    .headers({ "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" })
    .send(out);
}

const toText = ({ id, name, data }: ServerEvent) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Beats at intervals; closes for a reader that has not taken the beat before, and for every one in time. */
function keepAlive(beat: () => boolean, close: () => void): NodeJS.Timeout {
  let heartbeats = 0;
  const heartbeat = setInterval(() => {
    heartbeats += 1;
    if (heartbeats * heartbeatMs >= maxLifetimeMs || !beat()) close();
  }, heartbeatMs);
  return heartbeat.unref();
}
