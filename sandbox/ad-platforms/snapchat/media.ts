import { createHash } from "node:crypto";
import { parseMultipart } from "../../base/mount.ts";
import type { Json } from "../shared/field-table.ts";
import type { ApiResponse } from "./envelope.ts";
import { success } from "./envelope.ts";
import { badRequest, forbidden } from "./errors.ts";
import { CHUNKS_MAX, ONE_REQUEST_BYTES_MAX } from "./facts.ts";
import { checkMedia } from "./media-check.ts";
import { presentObject } from "./present.ts";
import { type Context, requireObject } from "./reads.ts";
import type { StoredObject } from "./registry.ts";
import type { Call, Route } from "./router.ts";

type Chunked = {
  mediaId: string;
  fileName: string;
  fileSize: number;
  parts: Map<number, Buffer>;
  count: number;
};

/** Uploads of media: one request up to 32 MB, chunks up to 1 GB (developers.snap.com, Media). */
export function mediaRoutes(context: Context): Route[] {
  /** Chunks of uploads in progress. Not kept over a restart: the caller starts again with INIT. */
  const chunked = new Map<string, Chunked>();
  return [
    ["POST", /^\/v1\/media\/([^/]+)\/upload$/, (call) => uploadSingle(context, call)],
    // The returned paths have a region prefix, and must be used unchanged.
    [
      "POST",
      /^(?:\/us)?\/v1\/media\/([^/]+)\/multipart-upload-v2$/,
      (call) => uploadInParts(context, chunked, call),
    ],
  ];
}

async function uploadSingle(context: Context, call: Call): Promise<ApiResponse> {
  const media = pendingMedia(context, call);
  const form = await parseForm(call);
  const { bytes, name } = await fileIn(form);
  if ([...form.keys()].some((key) => key !== "file")) throw badRequest("only the part file is expected");
  if (bytes.length > ONE_REQUEST_BYTES_MAX) throw badRequest("files over 32 MB must be uploaded in chunks");
  return finish(context, call, media, bytes, name);
}

async function uploadInParts(
  context: Context,
  chunked: Map<string, Chunked>,
  call: Call,
): Promise<ApiResponse> {
  const media = pendingMedia(context, call);
  const form = await parseForm(call);
  const action = call.query.get("action");
  if (action === "INIT") return begin(context, chunked, call, media, form);
  const uploadId = String(form.get("upload_id") ?? "");
  const upload = chunked.get(uploadId);
  if (upload?.mediaId !== media.id) throw badRequest("upload_id is not known");
  if (action === "ADD") return addPart(call, upload, form);
  if (action !== "FINALIZE") throw badRequest("action must be INIT, ADD or FINALIZE");
  if (upload.parts.size !== upload.count) throw badRequest("not all parts were uploaded");
  const ordered = [...upload.parts].sort(([one], [other]) => one - other).map(([, part]) => part);
  const bytes = Buffer.concat(ordered);
  if (bytes.length !== upload.fileSize) throw badRequest("file_size does not match what was uploaded");
  chunked.delete(uploadId);
  return finish(context, call, media, bytes, upload.fileName);
}

function begin(
  context: Context,
  chunked: Map<string, Chunked>,
  call: Call,
  media: StoredObject,
  form: FormData,
): ApiResponse {
  const fileName = String(form.get("file_name") ?? "");
  const fileSize = parseIntField(form, "file_size");
  const count = parseIntField(form, "number_of_parts");
  if (!fileName) throw badRequest("file_name is required");
  if (count > CHUNKS_MAX || fileSize > count * ONE_REQUEST_BYTES_MAX)
    throw badRequest(`at most ${CHUNKS_MAX} parts of 32 MB are allowed`);
  const uploadId = context.world.ids.uuid("snapchat/upload");
  chunked.set(uploadId, { mediaId: media.id, fileName, fileSize, count, parts: new Map() });
  const path = `/us/v1/media/${media.id}/multipart-upload-v2`;
  return success(call.requestId, {
    upload_id: uploadId,
    add_path: `${path}?action=ADD`,
    finalize_path: `${path}?action=FINALIZE`,
  });
}

async function addPart(call: Call, upload: Chunked, form: FormData): Promise<ApiResponse> {
  const partNumber = parseIntField(form, "part_number");
  if (partNumber > upload.count) throw badRequest("part_number is above number_of_parts");
  const { bytes } = await fileIn(form);
  if (bytes.length > ONE_REQUEST_BYTES_MAX) throw badRequest("a part must not be larger than 32 MB");
  upload.parts.set(partNumber, bytes);
  return success(call.requestId, {});
}

function pendingMedia(context: Context, call: Call): StoredObject {
  const media = requireObject(call, context.registry, "media", call.params[0] ?? "");
  if (call.identity.role !== "admin") throw forbidden();
  if (media.wire.media_status !== "PENDING_UPLOAD") throw badRequest("the media was uploaded already");
  return media;
}

async function parseForm(call: Call): Promise<FormData> {
  if (!call.raw.headers["content-type"]?.startsWith("multipart/form-data"))
    throw badRequest("the body must be multipart/form-data");
  try {
    return await parseMultipart(call.raw);
  } catch {
    throw badRequest("the multipart body could not be read");
  }
}

async function fileIn(form: FormData): Promise<{ bytes: Buffer; name: string }> {
  const file = form.get("file");
  if (!(file instanceof File)) throw badRequest("the part file is required");
  return { bytes: Buffer.from(await file.arrayBuffer()), name: file.name };
}

function parseIntField(form: FormData, name: string): number {
  const value = Number(form.get(name));
  if (!Number.isSafeInteger(value) || value < 1) throw badRequest(`${name} must be a whole number from 1`);
  return value;
}

async function finish(
  context: Context,
  call: Call,
  media: StoredObject,
  bytes: Buffer,
  fileName: string,
): Promise<ApiResponse> {
  const verdict = await checkMedia(String(media.wire.type), bytes);
  if ("problem" in verdict) throw badRequest(verdict.problem);
  const facts: Json = {
    media_status: "READY",
    file_name: fileName,
    file_size_in_bytes: bytes.length,
    hash: createHash("md5").update(bytes).digest("base64"),
    updated_at: context.world.now().toISOString(),
    ...verdict.facts,
  };
  const ready = { ...media, wire: { ...media.wire, ...facts } };
  context.registry.tables.media.put(ready);
  const shown = presentObject(ready, context.registry, context.deliveries, context.world.now());
  return success(call.requestId, { result: shown });
}
