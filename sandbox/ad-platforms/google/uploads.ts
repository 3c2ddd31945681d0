import { isObject, type Json } from "../shared/field-table.ts";
import { parseVideo } from "../shared/mp4.ts";
import { stableHex } from "../shared/stable-id.ts";
import type { Call } from "./api.ts";
import { GoogleError, requestError } from "./errors.ts";
import { UPLOAD_GRANULARITY, VIDEO_MINUTES, VIDEO_UNNAMED_MINUTES } from "./facts.ts";
import { requireWrite } from "./guard.ts";
import { parseMessage } from "./parse-message.ts";
import { resourceName } from "./registry.ts";

type Upload = { customerId: string; length: number; received: Buffer[]; size: number; about: Json };

/** Uploads in progress. Not kept over a restart: the caller starts again. */
export type Uploads = Map<string, Upload>;

/** Starts the upload of a video (Uploading videos to YouTube, resumable protocol): returns the upload address. */
export function startUpload(call: Call, uploads: Uploads): unknown {
  requireWrite(call);
  const { request, reply, customer, context } = call;
  if (request.headers["x-goog-upload-protocol"] !== "resumable")
    throw new GoogleError(400, "The upload protocol must be resumable.");
  const length = Number(request.headers["x-goog-upload-header-content-length"]);
  if (!Number.isSafeInteger(length) || length < 1)
    throw new GoogleError(400, "X-Goog-Upload-Header-Content-Length is missing.");
  const body = parseMessage("UploadVideoRequest", request.body);
  const about = body.youTubeVideoUpload;
  if (!isObject(about) || typeof about.videoTitle !== "string" || about.videoTitle === "")
    throw requestError(400, "fieldError", "REQUIRED", "The title of the video is missing.");
  const privacy = about.videoPrivacy ?? "UNLISTED";
  if (about.channelId === undefined && privacy !== "UNLISTED")
    throw requestError(
      400,
      "fieldError",
      "INVALID_VALUE",
      "Without a channel of one's own videos are unlisted.",
    );
  const id = context.world.ids.token("google/upload", 40);
  uploads.set(id, {
    customerId: customer.id,
    length,
    received: [],
    size: 0,
    about: { ...about, videoPrivacy: privacy },
  });
  const path = `/resumable/upload/${call.version}/customers/${customer.id}/youTubeVideoUploads:create?upload_id=${id}`;
  return reply
    .header("x-goog-upload-url", `${context.world.url("google")}${path}`)
    .header("x-goog-upload-chunk-granularity", String(UPLOAD_GRANULARITY))
    .header("x-goog-upload-status", "active")
    .send("");
}

/** Appends the next bytes, reports how many arrived, or finalizes the upload. */
export function continueUpload(call: Call, uploads: Uploads, command: string): unknown {
  const { request, reply, customer } = call;
  const id = new URL(request.vendorPath, "http://sandbox").searchParams.get("upload_id") ?? "";
  const upload = uploads.get(id);
  if (upload?.customerId !== customer.id) throw new GoogleError(404, "The upload is not known.");
  const verbs = command.split(",").map((verb) => verb.trim());
  if (verbs.includes("query"))
    return reply
      .header("x-goog-upload-status", "active")
      .header("x-goog-upload-size-received", String(upload.size))
      .send("");
  if (verbs.includes("upload"))
    appendBytes(upload, request.rawBody, request.headers["x-goog-upload-offset"], verbs.includes("finalize"));
  if (!verbs.includes("finalize")) return reply.header("x-goog-upload-status", "active").send("");
  if (upload.size !== upload.length) throw new GoogleError(400, "Fewer bytes came than were announced.");
  uploads.delete(id);
  return reply.header("x-goog-upload-status", "final").send({ resourceName: storeVideo(call, upload) });
}

function appendBytes(upload: Upload, bytes: Buffer, offset: unknown, isLast: boolean): void {
  if (Number(offset) !== upload.size) throw new GoogleError(400, `The offset must be ${upload.size}.`);
  if (!isLast && bytes.length % UPLOAD_GRANULARITY !== 0)
    throw new GoogleError(400, `Parts must be multiples of ${UPLOAD_GRANULARITY} bytes.`);
  if (upload.size + bytes.length > upload.length)
    throw new GoogleError(400, "More bytes came than were announced.");
  upload.received.push(bytes);
  upload.size += bytes.length;
}

/** YouTube needs time to assign an id and to process the file; an invalid video is rejected then. */
function storeVideo({ context, customer }: Call, upload: Upload): string {
  const { world, objects } = context;
  const number = String(world.ids.number("google/video-upload", 10));
  const id = resourceName(customer.id, "youTubeVideoUploads", number);
  const video = parseVideo(Buffer.concat(upload.received));
  const { videoTitle: _title, videoDescription: _description, ...about } = upload.about;
  objects.tables.youTubeVideoUploads.put({
    id,
    kind: "youTubeVideoUploads",
    account_id: customer.id,
    parent_id: customer.id,
    sequence: objects.nextSequence(),
    deleted: false,
    submitted_at: world.now().getTime(),
    wire: {
      ...about,
      videoUploadId: number,
      videoId: stableHex("youtube", id).slice(0, 11),
      named_at: world.now().getTime() + VIDEO_UNNAMED_MINUTES * 60_000,
      ready_at: world.now().getTime() + VIDEO_MINUTES * 60_000,
      isVideo: video !== null,
    },
  });
  return id;
}
