import type { Span } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { closeRequestSpan, openRequestSpan } from "../tracing.ts";
import { getCaller } from "./guard.ts";

/** What machines ask for every few seconds says nothing. */
const untraced = /^\/(healthz|readyz|metrics)\b/;

/**
 * A span for each request, below that of the browser's call where it names one. Everything the request causes runs in it.
 * It ends with the response, or when the caller leaves.
 */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook("onRequest", (request, reply, done) => {
    if (untraced.test(request.url)) return done();
    const { method, id } = request;
    const opened = openRequestSpan(request.headers.traceparent, {
      name: method,
      attributes: { "http.request.method": method, "rawaj.request_id": id },
    });
    if (!opened) return done();
    spans.set(request, opened.span);
    reply.raw.once("close", () => close(request, reply.statusCode));
    opened.enter(done);
  });

  function close(request: FastifyRequest, status: number) {
    const span = spans.get(request);
    spans.delete(request);
    if (!span) return;
    const route = request.routeOptions.url ?? "unknown";
    const { merchantId } = getCaller(request);
    const attributes = { "http.route": route, ...(merchantId ? { "rawaj.merchant_id": merchantId } : {}) };
    closeRequestSpan(span, { name: `${request.method} ${route}`, attributes }, status);
  }
}
