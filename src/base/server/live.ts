import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { baseRefusals } from "../shared/base.refusals.ts";
import type { Db } from "./db/db.ts";
import { type Authenticate, authorize } from "./http/session.ts";
import { makeLiveHub } from "./live-hub.ts";
import type { Log } from "./log.ts";
import type { Meters } from "./meters.ts";

type Options = {
  db: Db;
  log: Log;
  meters: Meters;
  authenticate: Authenticate;
  findActiveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
};

const heartbeatMs = 20_000;
/** How long a stream lives before the browser must reconnect, so that an expired session ends. */
const maxLifetimeMs = 10 * 60_000;
/** Bytes that may be buffered for one reader. Past it the stream is cut; the reader reconnects and resumes. */
const maxBufferedBytes = 262_144;

/**
 * `GET /live`: the merchant's events as they are committed, as server-sent events `{id: position, event: name}`.
 * `Last-Event-ID` resumes without a gap and without a repeat; `event: reset` says that too much was missed and
 * everything must be fetched again. Only names are sent: the web fetches what changed.
 */
export function mountLive(app: FastifyInstance, { authenticate, meters, ...options }: Options) {
  const hub = makeLiveHub(options);

  app.get("/live", { exposeHeadRoute: false }, async (request, reply) => {
    const session = await authorize("signed-in", request.headers.authorization, authenticate);
    if (!session) return;
    const { merchantId, sessionId } = session;
    if (!hub.hasCapacity(merchantId, sessionId))
      return baseRefusals.refuse("base.too_many_requests", { seconds: 60 });
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      "x-request-id": request.id,
    });
    const leave = hub.join({
      merchantId,
      sessionId,
      resumesAfter: parsePosition(request.headers["last-event-id"]),
      send: (text) => tryWrite(raw, text),
      close: () => endOrDestroy(raw),
    });
    const heartbeat = keepAlive(raw);
    meters.streams.set(hub.size);
    raw.on("close", () => {
      clearInterval(heartbeat);
      leave();
      meters.streams.set(hub.size);
    });
  });

  app.addHook("preClose", async () => hub.closeAll());
  return {
    /** Sends what was committed since; call it on each notification of the events channel. */
    pump: hub.pump,
  };
}

function parsePosition(header: string | string[] | undefined): number | undefined {
  const position = Number(header);
  return Number.isSafeInteger(position) && position > 0 ? position : undefined;
}

function tryWrite(raw: ServerResponse, text: string): boolean {
  if (!raw.writable) return false;
  raw.write(text);
  return raw.writableLength <= maxBufferedBytes;
}

/**
 * A reader that has taken everything gets a clean end; another one would keep the connection open for its buffered
 * rest.
 */
function endOrDestroy(raw: ServerResponse): void {
  if (raw.writableLength > 0) raw.destroy();
  else raw.end();
}

/** Sends a heartbeat at intervals; cuts a reader that has not taken the one before, and ends every stream in time. */
function keepAlive(raw: ServerResponse): NodeJS.Timeout {
  let heartbeats = 0;
  const heartbeat = setInterval(() => {
    heartbeats += 1;
    if (raw.writableLength > 0 || heartbeats * heartbeatMs >= maxLifetimeMs) endOrDestroy(raw);
    else raw.write(": beat\n\n");
  }, heartbeatMs);
  return heartbeat.unref();
}
