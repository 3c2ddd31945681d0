import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import multipart from "@fastify/multipart";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Envelope } from "../../shared/envelope.ts";
import { defaultLanguage } from "../../shared/language.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Messages } from "../messages.ts";
import type { Meters } from "../meters.ts";
import { errorHandler } from "./errors.ts";

type Options = {
  log: Log;
  messages: Messages;
  meters: Meters;
  worldClock: Clock;
  /** Addresses whose forwarding headers are believed; none when empty. */
  trustedProxies: string[];
};

const maxUploadBytes = 1_073_741_824;

/** An HTTP server with our manners: request ids, envelope for every refusal and fault, limits, quiet logs, meters. */
export async function makeHttpServer({
  log,
  messages,
  meters,
  worldClock,
  trustedProxies,
}: Options): Promise<FastifyInstance> {
  const refuse = errorHandler(messages);
  const app = fastify({
    loggerInstance: log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 1_048_576,
    connectionTimeout: 75_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Whoever sends drop by drop is cut: headers within 20 s, the whole request within 60 s, looked at every 5 s.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    clientErrorHandler: (error, socket) => refuseRaw(messages, error, socket),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id).header("cache-control", "no-store");
      return refuse(error, request, reply);
    },
    forceCloseConnections: "idle",
    return503OnClosing: true,
  });
  // Bodies are JSON, or multipart where a call takes it; nothing else is read.
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
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    reply.header("x-server-time", worldClock.now().toISOString());
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "strict-origin-when-cross-origin");
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    meters.requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    if (request.url.startsWith("/Clients") || reply.statusCode >= 500) {
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

/** How long requests under way are waited for when the server ends. */
const patienceMs = 7_000;

/**
 * On closing: requests under way are finished, then every connection is cut. A browser keeps connections open that have
 * never carried a request; the server alone would wait a minute for each of them.
 */
function finishBeforeClosing(app: FastifyInstance): void {
  let underWay = 0;
  app.addHook("onRequest", async (_request, reply) => {
    underWay += 1;
    reply.raw.once("close", () => {
      underWay -= 1;
    });
  });
  app.addHook("preClose", async () => {
    const cutAt = performance.now() + patienceMs;
    const timer = setInterval(() => {
      if (underWay === 0 || performance.now() > cutAt) app.server.closeAllConnections();
    }, 50);
    app.server.once("close", () => clearInterval(timer));
  });
}

/** What is no request at all gets the envelope too, written by hand: there is nobody to answer it otherwise. */
function refuseRaw(messages: Messages, { code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = rawStatuses[code ?? ""] ?? "400 Bad Request";
  const envelope: Envelope<never> = {
    error: true,
    messages: [messages.say(defaultLanguage, "base:body_malformed")],
    data: null,
    code: "base.body_malformed",
    request_id: randomUUID(),
  };
  const body = JSON.stringify(envelope);
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const rawStatuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
