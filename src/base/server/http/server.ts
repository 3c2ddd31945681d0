import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Envelope } from "../../shared/envelope.ts";
import { defaultLanguage } from "../../shared/language.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Messages } from "../messages.ts";
import type { Meters } from "../meters.ts";
import { isTracing } from "../tracing.ts";
import { noteRequest } from "../yield-to-requests.ts";
import {
  type ConnectionLimits,
  defaultConnectionLimits,
  limitConcurrentRequests,
  limitConnections,
} from "./connection-limits.ts";
import { errorHandler, makeErrorDescriber } from "./errors.ts";
import { getCaller } from "./guard.ts";
import { RequestLog } from "./request-log.ts";
import { traceRequests } from "./trace-requests.ts";

type Options = {
  log: Log;
  messages: Messages;
  meters: Meters;
  worldClock: Clock;
  /** Proxies whose forwarding headers are trusted; none when empty. */
  trustedProxies: string[];
  connectionLimits?: ConnectionLimits;
  timeouts?: Timeouts;
  /** Called with every error that was answered as a fault of ours. */
  onFault?: (error: unknown) => void;
  /** Days of Strict-Transport-Security; 0 sends no such header. */
  hstsDays?: number;
};

/** Slow senders are cut: time limits for the headers and the whole request, and how often they are checked. */
type Timeouts = { headersMs: number; requestMs: number; checkMs: number };
const defaultTimeouts: Timeouts = { headersMs: 20_000, requestMs: 60_000, checkMs: 5_000 };

const maxUploadBytes = 1_073_741_824;

/**
 * An HTTP server with our defaults: request ids, envelope for every refusal and fault, limits, sparse logs, metrics.
 */
export async function makeHttpServer({
  log,
  messages,
  meters,
  worldClock,
  trustedProxies,
  connectionLimits = defaultConnectionLimits,
  timeouts = defaultTimeouts,
  hstsDays = 0,
  onFault,
}: Options): Promise<FastifyInstance> {
  const describeError = makeErrorDescriber(messages, onFault);
  const refuse = errorHandler(describeError);
  const exchanges = new WeakMap<Duplex, Exchange>();
  const app = fastify({
    loggerInstance: log as unknown as FastifyBaseLogger,
    childLoggerFactory: (parent, fields, options) => new RequestLog(() => parent.child(fields, options)),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 1_048_576,
    connectionTimeout: 75_000,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkMs },
    clientErrorHandler: rawRefusals(messages, exchanges),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id).header("cache-control", "no-store");
      return refuse(error, request, reply);
    },
    forceCloseConnections: "idle",
    return503OnClosing: true,
  });
  app.decorate("describeError", describeError);
  limitConnections(app.server, {
    ...connectionLimits,
    trustedProxies,
    log,
    refused: (why) => meters.refusedConnections.inc({ why }),
  });
  // Bodies are JSON, or multipart or parts of an upload where a call takes them; nothing else is read.
  app.removeContentTypeParser("text/plain");
  await app.register(multipart, {
    limits: {
      fieldNameSize: 100,
      fieldSize: 65_536,
      fields: 50,
      files: 1,
      fileSize: maxUploadBytes,
      headerPairs: 100,
    },
  });
  // Chosen by routes: answers in JSON and pages, which phones wait for. A redirect has nothing to compress.
  await app.register(compress, { global: false });
  if (isTracing()) traceRequests(app);
  app.addHook("onRequest", async (request, reply) => {
    // An upload yields to others, not to itself.
    if (request.headers["tus-resumable"] === undefined) noteRequest();
    exchanges.set(request.raw.socket, { request: request.raw, response: reply.raw });
    reply.header("x-request-id", request.id);
    reply.header("x-server-time", worldClock.now().toISOString());
    reply.header("x-content-type-options", "nosniff");
    if (hstsDays > 0) reply.header("strict-transport-security", `max-age=${hstsDays * 86_400}`);
    reply.header("cross-origin-resource-policy", "same-origin"); // responses for other sites override it
    reply.header("referrer-policy", "strict-origin-when-cross-origin");
  });
  limitConcurrentRequests(app, connectionLimits.perAddress);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    meters.requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    const { merchantId } = getCaller(request);
    const isStream = String(reply.getHeader("content-type")).startsWith("text/event-stream"); // it only waits
    if (merchantId && !isStream) meters.merchants.add("requests", merchantId, reply.elapsedTime / 1_000);
    if (/^\/(Clients|Staff)\b/.test(request.url) || reply.statusCode >= 500) {
      request.log.info(
        { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        "answered",
      );
    }
  });
  finishBeforeClosing(app);
  app.setErrorHandler(refuse);
  app.setNotFoundHandler(() => baseRefusals.refuse("base.not_found"));
  return app;
}

/** How long the server waits for requests in progress when it stops. */
const finishMs = 7_000;

/**
 * On closing, requests in progress are finished, then every connection is cut. A browser keeps connections open that
 * have never carried a request; the server alone would wait a minute for each of them.
 */
function finishBeforeClosing(app: FastifyInstance): void {
  let inFlight = 0;
  app.addHook("onRequest", async (_request, reply) => {
    inFlight += 1;
    reply.raw.once("close", () => {
      inFlight -= 1;
    });
  });
  app.addHook("preClose", async () => {
    const cutAt = performance.now() + finishMs;
    const timer = setInterval(() => {
      if (inFlight === 0 || performance.now() > cutAt) app.server.closeAllConnections();
    }, 50);
    app.server.once("close", () => clearInterval(timer));
  });
}

/** The last request on a connection, and its response. */
type Exchange = { request: IncomingMessage; response: ServerResponse };

/** How long a refused sender may still read the reason; then the connection is destroyed in any case. */
const lingerMs = 1_000;

/**
 * Input that is not a request, or never ends, gets the envelope too, written by hand: there is no response object for
 * it. Then the connection is destroyed: its other half could stay open for ever. Nothing is written into a response
 * that is in progress.
 */
function rawRefusals(messages: Messages, exchanges: WeakMap<Duplex, Exchange>) {
  const refused = new WeakSet<Socket>();
  return ({ code }: NodeJS.ErrnoException, socket: Socket): void => {
    if (refused.has(socket)) return;
    if (code === "ECONNRESET" || !socket.writable || isBeingAnswered(exchanges.get(socket)))
      return void socket.destroy();
    refused.add(socket);
    socket.on("error", () => {}); // it closes either way
    socket.end(rawAnswer(messages, code));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

const isBeingAnswered = (exchange: Exchange | undefined): boolean =>
  exchange?.response.headersSent === true &&
  !(exchange.request.complete && exchange.response.writableFinished);

function rawAnswer(messages: Messages, code: string | undefined): string {
  const envelope: Envelope<never> = {
    error: true,
    messages: [messages.translate(defaultLanguage, "base:body_malformed")],
    data: null,
    code: "base.body_malformed",
    request_id: randomUUID(),
  };
  const body = JSON.stringify(envelope);
  const status = rawStatuses[code ?? ""] ?? "400 Bad Request";
  return (
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

const rawStatuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
