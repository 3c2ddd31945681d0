import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Call, Resumable } from "../../shared/contract.ts";
import type { ReadContext } from "../context.ts";
import { answerJson } from "./answer-json.ts";
import { type ContextDeps, guard, toContext } from "./guard.ts";
import type { UploadHandler } from "./handlers.ts";
import { type InputParsers, readInputs } from "./read-inputs.ts";
import { makeUploads, type UploadPart } from "./receive-upload.ts";
import type { Authorizers } from "./session.ts";
import type { UploadRecord } from "./uploads.store.ts";

const version = "1.0.0";
const partType = "application/offset+octet-stream";
const extensions = "creation,expiration,termination";

type ResumableCall = {
  name: string;
  call: Call;
  read: InputParsers;
  resumable: Resumable;
  handler: UploadHandler<unknown, unknown>;
};

/**
 * Serves a resumable call by tus 1.0.0 (core, creation, expiration, termination;
 * https://tus.io/protocols/resumable-upload): a POST begins an upload, PATCHes to its own address add bytes, a HEAD says
 * how many have arrived, a DELETE discards it. Beyond tus, a GET there answers what became of the complete upload, also
 * when the last PATCH's answer was lost.
 */
export function mountResumable(app: FastifyInstance, deps: ContextDeps & Authorizers, served: ResumableCall) {
  const { name, call } = served;
  const url = `/${name.split(" ")[1]}`;
  const handlers = makeTusHandlers(deps, served, url);
  app.register(async (scope) => {
    scope.addContentTypeParser(partType, (_request, payload, done) => done(null, payload));
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("tus-resumable", version);
    });
    scope.addHook("onRequest", guard(name, call.access, deps));
    scope.post(url, handlers.begin);
    scope.options(url, handlers.describe);
    scope.head(`${url}/:upload`, handlers.readProgress);
    scope.patch(`${url}/:upload`, handlers.add);
    scope.delete(`${url}/:upload`, handlers.discard);
    scope.get(`${url}/:upload`, { exposeHeadRoute: false }, handlers.answer);
  });
}

function makeTusHandlers(deps: ContextDeps, served: ResumableCall, url: string) {
  const { name, resumable, handler } = served;
  const uploads = makeUploads(name, resumable, handler);

  /** The upload that a request of the protocol is about, in the context of its merchant. */
  async function open(request: FastifyRequest) {
    const ctx = toMerchantContext(deps, request);
    return { ctx, upload: await uploads.load(ctx, (request.params as { upload: string }).upload) };
  }

  return {
    async begin(request: FastifyRequest, reply: FastifyReply) {
      await readInputs(served, request);
      requireVersion(request, reply);
      const { id, expiresAt } = await uploads.begin(toMerchantContext(deps, request), readPromise(request));
      reply.headers({ location: `${url}/${id}`, "upload-expires": expiresAt.toUTCString() });
      return reply.status(201).send();
    },
    async describe(_request: FastifyRequest, reply: FastifyReply) {
      const { maxBytes } = resumable;
      reply.headers({ "tus-version": version, "tus-extension": extensions, "tus-max-size": maxBytes });
      return reply.status(204).send();
    },
    async readProgress(request: FastifyRequest, reply: FastifyReply) {
      requireVersion(request, reply);
      const { upload } = await open(request);
      reply.headers({ "upload-length": upload.bytes, "upload-metadata": upload.metadata });
      return reply.headers(toHeaders(upload)).send();
    },
    async add(request: FastifyRequest, reply: FastifyReply) {
      requireVersion(request, reply);
      const { ctx, upload } = await open(request);
      const received_bytes = await uploads.receive(ctx, upload, readPart(request, upload));
      if (!request.raw.complete) reply.header("connection", "close"); // its sender fell silent
      reply.headers(toHeaders({ ...upload, received_bytes }));
      return reply.status(204).send();
    },
    async discard(request: FastifyRequest, reply: FastifyReply) {
      requireVersion(request, reply);
      const { ctx, upload } = await open(request);
      await uploads.terminate(ctx, upload);
      return reply.status(204).send();
    },
    async answer(request: FastifyRequest, reply: FastifyReply) {
      const { ctx, upload } = await open(request);
      return answerJson(await uploads.answer(ctx, upload), reply);
    },
  };
}

function toMerchantContext(deps: ContextDeps, request: FastifyRequest): ReadContext {
  return toContext(deps, request) ?? baseRefusals.refuse("base.session_gone");
}

/** Another version of the protocol is refused with the one we speak (tus 1.0.0, Protocol Versions). */
function requireVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers["tus-resumable"] === version) return;
  reply.header("tus-version", version);
  baseRefusals.refuse("base.upload_version_not_supported");
}

/** What a caller promises to send: how many bytes, and what they are. */
function readPromise({ headers }: FastifyRequest): { bytes: number; metadata: string } {
  const bytes = parseCount(headers["upload-length"]);
  if (bytes === 0) return baseRefusals.refuse("base.body_malformed");
  return { bytes, metadata: headers["upload-metadata"]?.toString() ?? "" };
}

/** The part a PATCH brings; one that says beforehand that it is too long is refused before its bytes are read. */
function readPart({ headers, raw }: FastifyRequest, upload: UploadRecord): UploadPart {
  if (headers["content-type"] !== partType) return baseRefusals.refuse("base.media_type_not_supported");
  const offset = parseCount(headers["upload-offset"]);
  const isTooLong = offset + Number(headers["content-length"] ?? 0) > upload.bytes;
  if (isTooLong && offset === upload.received_bytes) return baseRefusals.refuse("base.too_large");
  // A refused rest is not read, but the connection stays open for the answer.
  return { offset, chunks: raw.iterator({ destroyOnReturn: false }) };
}

function parseCount(header: string | string[] | undefined): number {
  return /^\d{1,15}$/.test(String(header)) ? Number(header) : baseRefusals.refuse("base.body_malformed");
}

const toHeaders = ({ received_bytes, expires_at }: UploadRecord) => ({
  "upload-offset": received_bytes,
  "upload-expires": expires_at.toUTCString(),
});
