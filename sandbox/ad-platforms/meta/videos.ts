import { type Json, oneOf } from "../shared/field-table.ts";
import { parseVideo } from "../shared/mp4.ts";
import { type Call, type Context, requireWrite } from "./call.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, refused } from "./errors.ts";
import { CHUNK_BYTES, ENUMS, VIDEO_BYTES_MAX, VIDEO_MINUTES } from "./facts.ts";
import { option, rejectUnknownParams } from "./params.ts";
import type { StoredObject } from "./registry.ts";

/** An upload in progress. Not kept over a restart: the caller starts again with `start`. */
type Upload = { videoId: string; accountId: string; size: number; bytes: Buffer };
export type Uploads = Map<string, Upload>;

/** POST act_X/advideos (host graph-video): in one call by `source`, or in chunks by start, transfer and finish. */
export function uploadVideo(context: Context, uploads: Uploads, account: DemoAccount, call: Call): Json {
  requireWrite(call, account);
  rejectUnknownParams(call.params, [
    "upload_phase",
    "file_size",
    "upload_session_id",
    "start_offset",
    "end_offset",
    "title",
    "name",
    "description",
  ]);
  const phase = option(call.params, "upload_phase", oneOf(ENUMS.upload_phase));
  if (phase === undefined) return uploadSingle(context, account, call);
  if (phase === "start") return begin(context, uploads, account, call);
  const session = String(call.params.upload_session_id ?? "");
  const upload = uploads.get(session);
  if (upload?.accountId !== account.id)
    throw refused(1_363_033, "Upload not found", "The upload session is not known.", ["upload_session_id"]);
  if (phase === "transfer") return addChunk(call, upload);
  uploads.delete(session);
  if (phase === "cancel") return { success: true };
  if (upload.bytes.length !== upload.size)
    throw refused(1_363_024, "Upload not whole", "Not all bytes were uploaded.", ["start_offset"]);
  storeVideo(context, account, upload.videoId, upload.bytes, titleIn(call));
  return { success: true };
}

function uploadSingle(context: Context, account: DemoAccount, call: Call): Json {
  const file = call.files.find((each) => each.name === "source");
  if (!file) throw invalid("The parameter source is required.", { blame: ["source"] });
  const id = context.registry.nextId();
  storeVideo(context, account, id, file.bytes, titleIn(call) ?? file.fileName);
  return { id };
}

function begin(context: Context, uploads: Uploads, account: DemoAccount, call: Call): Json {
  const size = Number(call.params.file_size);
  if (!Number.isSafeInteger(size) || size < 1 || size > VIDEO_BYTES_MAX)
    throw invalid("Param file_size must be the size of the file in bytes", { blame: ["file_size"] });
  const session = String(context.world.ids.number("meta/upload", 15));
  const videoId = context.registry.nextId();
  uploads.set(session, { videoId, accountId: account.id, size, bytes: Buffer.alloc(0) });
  return { upload_session_id: session, video_id: videoId, ...offsets(0, size) };
}

function addChunk(call: Call, upload: Upload): Json {
  const at = Number(call.params.start_offset);
  const chunk = call.files.find((file) => file.name === "video_file_chunk")?.bytes;
  if (!chunk) throw invalid("The parameter video_file_chunk is required.", { blame: ["video_file_chunk"] });
  if (at !== upload.bytes.length)
    throw refused(1_363_037, "Wrong offset", `The next chunk begins at ${upload.bytes.length}.`, [
      "start_offset",
    ]);
  upload.bytes = Buffer.concat([upload.bytes, chunk]);
  if (upload.bytes.length > upload.size) throw invalid("More bytes than file_size were sent");
  return offsets(upload.bytes.length, upload.size);
}

/** The next expected chunk; both offsets are equal when everything arrived. */
function offsets(start: number, size: number): Json {
  return { start_offset: String(start), end_offset: String(Math.min(start + CHUNK_BYTES, size)) };
}

function titleIn({ params }: Call): string | undefined {
  const title = params.title ?? params.name;
  return typeof title === "string" ? title : undefined;
}

function storeVideo(context: Context, account: DemoAccount, id: string, bytes: Buffer, title?: string): void {
  const videoFacts = parseVideo(bytes);
  const now = context.world.now();
  context.registry.tables.advideos.put({
    id,
    kind: "advideos",
    account_id: account.id,
    parent_id: account.id,
    sequence: context.registry.nextSequence(),
    deleted: false,
    submitted_at: now.getTime(),
    wire: {
      id,
      title,
      length: videoFacts?.seconds,
      isSound: videoFacts !== null,
      created_time: now.toISOString(),
      updated_time: now.toISOString(),
    },
  });
}

/** Bytes that are not a video end in `error` after processing; they are not refused at once. */
function computePhase(video: StoredObject, now: Date): "processing" | "ready" | "error" {
  if (now.getTime() < video.submitted_at + VIDEO_MINUTES * 60_000) return "processing";
  return video.wire.isSound ? "ready" : "error";
}

export function isVideoReady(video: StoredObject, now: Date): boolean {
  return computePhase(video, now) === "ready";
}

export function presentVideoStatus(video: StoredObject, now: Date): Json {
  const phase = computePhase(video, now);
  const words = { processing: "in_progress", ready: "complete", error: "error" };
  return {
    video_status: phase,
    uploading_phase: { status: "complete" },
    processing_phase: {
      status: words[phase],
      ...(phase === "error" ? { errors: [{ code: 1_363_019, message: "The file is not a video" }] } : {}),
    },
    publishing_phase: { status: phase === "ready" ? "complete" : "not_started" },
  };
}
