import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FaultKind } from "./faults.ts";
import { type ReceivedCall, toLoggedText } from "./received.ts";
import type { Failure, Vendor, VendorHost } from "./vendor.ts";
import type { World } from "./world.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The raw bytes of the body; empty when there is none. */
    rawBody: Buffer;
    /** The path with its query after the host prefix, as the vendor would see it. */
    vendorPath: string;
    recordedCall: ReceivedCall | null;
    isResponseWithheld: boolean;
  }
}

const requestFaults = [
  "timeout_before",
  "timeout_after",
  "429",
  "500",
  "503",
  "slow",
] as const satisfies FaultKind[];
/** 64 MB: ad media are the largest bodies sent. */
export const BODY_LIMIT = 64 * 1024 * 1024;

/**
 * Serves a vendor's hosts. Every request is recorded, faults apply first, and bodies are kept raw and parsed by
 * their type.
 */
export function mountVendor(app: FastifyInstance, world: World, vendor: Vendor): void {
  for (const host of vendor.hosts) {
    app.register(async (inner) => mountHost(inner, world, vendor, host), { prefix: `/${host.name}` });
  }
}

function mountHost(app: FastifyInstance, world: World, vendor: Vendor, host: VendorHost): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, body);
  });
  app.decorateRequest("vendorPath", "");
  app.decorateRequest("recordedCall", null);
  app.decorateRequest("isResponseWithheld", false);

  app.addHook("onRequest", async (request) => {
    request.rawBody = Buffer.alloc(0);
    request.vendorPath = request.url.slice(host.name.length + 1) || "/";
  });
  app.addHook("preValidation", async (request, reply) => {
    if (!host.plain) request.recordedCall = recordCall(world, vendor, host, request);
    if (!host.plain && (await applyFault(world, vendor, host, request, reply))) return reply;
    if (!parseBody(request)) {
      return host.renderFailure(reply, {
        status: 400,
        message: "The body could not be read as its content type",
      });
    }
  });
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.isResponseWithheld) await new Promise(() => undefined); // the work is done, the response is never sent
    if (!request.recordedCall) return payload;
    request.recordedCall.status = reply.statusCode;
    request.recordedCall.answer =
      typeof payload === "string" || Buffer.isBuffer(payload) ? toLoggedText(payload) : "(stream)";
    return payload;
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? 400 : 500;
    return host.renderFailure(reply, { status, message: error.message });
  });
  app.setNotFoundHandler((_request, reply) =>
    host.renderFailure(reply, { status: 404, message: "There is no such call" }),
  );
  host.routes(app, world);
}

function recordCall(world: World, vendor: Vendor, host: VendorHost, request: FastifyRequest): ReceivedCall {
  return world.received.add({
    vendor: vendor.vendor,
    host: host.name,
    at: new Date().toISOString(),
    world_at: world.now().toISOString(),
    method: request.method,
    path: request.vendorPath,
    headers: request.headers,
    body: toLoggedText(request.rawBody),
    status: null,
    answer: null,
    fault: null,
  });
}

/** Returns true when the fault has handled the request. */
async function applyFault(
  world: World,
  vendor: Vendor,
  host: VendorHost,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const at = { method: request.method, path: request.vendorPath };
  const fault = world.faults.consume(vendor.vendor, [...requestFaults], at);
  if (!fault) return false;
  if (request.recordedCall) request.recordedCall.fault = fault.kind;
  switch (fault.kind) {
    case "timeout_before":
      reply.hijack();
      return true;
    case "timeout_after":
      request.isResponseWithheld = true;
      return false;
    case "slow":
      await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 3_000));
      return false;
    default: {
      const failure: Failure = {
        status: Number(fault.kind) as 429 | 500 | 503,
        message: `Sandbox fault ${fault.kind}`,
        retryAfterSeconds: fault.retry_after ?? (fault.kind === "429" ? 1 : undefined),
      };
      if (failure.retryAfterSeconds !== undefined)
        reply.header("retry-after", String(failure.retryAfterSeconds));
      host.renderFailure(reply, failure);
      return true;
    }
  }
}

/**
 * JSON and forms become objects; anything else stays bytes. Returns false when the body does not match its content
 * type.
 */
function parseBody(request: FastifyRequest): boolean {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (request.rawBody.length === 0) {
    request.body = undefined;
    return true;
  }
  try {
    if (type.endsWith("json")) request.body = JSON.parse(request.rawBody.toString("utf8"));
    else if (type === "application/x-www-form-urlencoded")
      request.body = parseForm(request.rawBody.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

function parseForm(text: string): Record<string, string | string[]> {
  const form: Record<string, string | string[]> = {};
  const params = new URLSearchParams(text);
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key);
    form[key] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return form;
}

/** A multipart body, parsed by Node's own parser. Throws when it is not one. */
export function parseMultipart(request: FastifyRequest): Promise<FormData> {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(request.rawBody), { headers }).formData();
}
