import { randomUUID } from "node:crypto";
import multipart from "@fastify/multipart";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { baseRefusals } from "../../shared/base.refusals.ts";
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
