import { createHash } from "node:crypto";
import sharp from "sharp";
import { parseMultipart } from "../../base/mount.ts";
import type { Json } from "../shared/field-table.ts";
import { badParameter, notSimulated, TikTokError } from "./errors.ts";
import { FILE_NAME_MAX } from "./facts.ts";
import { checkImage, checkVideo, fitsCarousel } from "./media-check.ts";
import { paginate, parseListParam, parseObjectParam, rejectUnknownParams } from "./query.ts";
import { parseIds } from "./reads.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser, requireBody } from "./router.ts";
import { failIfHalfDone, insertAsset } from "./stored-objects.ts";

/** Host of the cover images of videos. */
export const CDN = "tiktok-cdn";

/** Files of an ad account: sent as bytes with their MD5, or (images) fetched from a URL. */
export function mediaRoutes(context: Context): Route[] {
  const route = (method: "GET" | "POST", path: string, handle: Route["handle"]): Route => ({
    method,
    path,
    scope: "creative",
    handle,
  });
  return [
    route("POST", "/file/image/ad/upload/", (call) => uploadImage(context, call)),
    route("POST", "/file/video/ad/upload/", (call) => uploadVideo(context, call)),
    route("GET", "/file/image/ad/info/", (call) => presentInfo("images", "image_ids", context, call)),
    route("GET", "/file/video/ad/info/", (call) => presentInfo("videos", "video_ids", context, call)),
    route("GET", "/file/image/ad/search/", (call) => search("images", context, call)),
    route("GET", "/file/video/ad/search/", (call) => search("videos", context, call)),
  ];
}

type Sent = { fields: Json; bytes: Buffer; fileName: string };

async function uploadImage(context: Context, call: Call): Promise<Json> {
  const sent = await parseUpload(context, call, "image");
  const account = requireAdvertiser(call, sent.fields.advertiser_id, context.registry);
  const facts = await checkImage(sent.bytes);
  refuseDuplicateFileName(context, "images", account.id, sent.fileName);
  const id = `ad-site-i18n-sg/${context.world.ids.token("tiktok/image", 32)}`;
  const file = { image_id: id, ...common(context, sent), ...facts, is_carousel_usable: fitsCarousel(facts) };
  insertAsset(context, "images", id, account.id, file);
  failIfHalfDone(context, call);
  return file;
}

/** The response of a video upload is a list of one. */
async function uploadVideo(context: Context, call: Call): Promise<Json[]> {
  const sent = await parseUpload(context, call, "video");
  const account = requireAdvertiser(call, sent.fields.advertiser_id, context.registry);
  const facts = checkVideo(sent.bytes);
  refuseDuplicateFileName(context, "videos", account.id, sent.fileName);
  const id = `v10033g50000${context.world.ids.token("tiktok/video", 20).toLowerCase()}`;
  const file = {
    video_id: id,
    ...common(context, sent),
    ...facts,
    video_cover_url: `${context.world.url(CDN)}/cover/${id}.png`,
    fix_task_id: null,
    flaw_types: null,
  };
  insertAsset(context, "videos", id, account.id, file);
  failIfHalfDone(context, call);
  return [file];
}

function common(context: Context, { bytes, fileName }: Sent): Json {
  const now = `${context.world.now().toISOString().slice(0, 19)}Z`;
  return {
    material_id: context.registry.nextId(),
    file_name: fileName,
    size: bytes.length,
    signature: md5(bytes),
    displayable: true,
    create_time: now,
    modify_time: now,
  };
}

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

const TEXTS = ["advertiser_id", "upload_type", "file_name", "file_id"];
const SWITCHES = ["flaw_detect", "auto_fix_enabled", "auto_bind_enabled"];

/** A file upload is a form with the bytes and their MD5; an upload by URL (images) is JSON. */
async function parseUpload(context: Context, call: Call, kind: "image" | "video"): Promise<Sent> {
  const isForm = (call.raw.headers["content-type"] ?? "").startsWith("multipart/form-data");
  const form = isForm ? await parseForm(call) : null;
  const fields: Json = form
    ? Object.fromEntries([...form].filter(([, value]) => typeof value === "string"))
    : requireBody(call);
  const known = [
    ...TEXTS,
    `${kind}_signature`,
    `${kind}_url`,
    ...(kind === "video" ? [...SWITCHES, "video_id"] : []),
  ];
  const unexpected = Object.keys(fields).find((name) => !known.includes(name));
  if (unexpected) throw badParameter(`${unexpected}: Unknown field`);
  const uploadType = fields.upload_type ?? "UPLOAD_BY_FILE";
  if (uploadType === "UPLOAD_BY_URL" && kind === "image") return fetched(context, fields);
  if (uploadType !== "UPLOAD_BY_FILE") throw notSimulated(`upload_type ${uploadType} for a ${kind}`);
  const file = form?.get(`${kind}_file`);
  if (!(file instanceof File)) throw new TikTokError(40905, `${kind}_file is missing`);
  const bytes = Buffer.from(await file.arrayBuffer());
  if (fields[`${kind}_signature`] !== md5(bytes))
    throw new TikTokError(40900, `${kind}_signature does not match the file`);
  return { fields, bytes, fileName: String(fields.file_name ?? file.name).slice(0, FILE_NAME_MAX) };
}

async function parseForm(call: Call): Promise<FormData> {
  try {
    return await parseMultipart(call.raw);
  } catch {
    throw badParameter("The multipart body could not be read");
  }
}

async function fetched(context: Context, fields: Json): Promise<Sent> {
  const url = String(fields.image_url ?? "");
  if (!URL.canParse(url)) throw badParameter("image_url: a URL is expected");
  const bytes = await context.world.requestPool
    .run(async () => {
      const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    })
    .catch(() => null);
  if (!bytes) throw new TikTokError(40902, "The image could not be fetched from image_url");
  const fileName = String(fields.file_name ?? new URL(url).pathname.split("/").pop());
  return { fields, bytes, fileName: fileName.slice(0, FILE_NAME_MAX) };
}

function refuseDuplicateFileName(
  context: Context,
  kind: "images" | "videos",
  accountId: string,
  name: string,
): void {
  const isTaken = context.registry.listInAccount(kind, accountId).some((row) => row.wire.file_name === name);
  if (isTaken) throw new TikTokError(40911, `Duplicated material name: ${name}`);
}

function presentInfo(kind: "images" | "videos", field: string, context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id", field]);
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const found = parseIds(parseListParam(call.query, field), field)
    .map((id) => context.registry.find(kind, id))
    .filter((row): row is StoredObject => row?.account_id === account.id);
  return { list: found.map((row) => row.wire) };
}

function search(kind: "images" | "videos", context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id", "filtering", "page", "page_size"]);
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const filter = parseObjectParam(call.query, "filtering");
  if (Object.keys(filter).length > 0) throw notSimulated("filtering of files");
  const all = context.registry.listInAccount(kind, account.id).reverse();
  const { rows, page_info } = paginate(call.query, all, { max: 100, fallback: 20 });
  return { list: rows.map((row) => row.wire), page_info };
}

/** A plain image in the video's size, in place of a frame that TikTok would extract. */
export async function renderCover(context: Context, videoId: string): Promise<Buffer | null> {
  const video = context.registry.find("videos", videoId);
  if (!video) return null;
  const { width, height } = video.wire as { width: number; height: number };
  return sharp({ create: { width, height, channels: 3, background: "#25f4ee" } })
    .png()
    .toBuffer();
}
