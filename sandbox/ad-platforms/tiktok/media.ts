import { createHash } from "node:crypto";
import sharp from "sharp";
import { multipartOf } from "../../base/mount.ts";
import type { Json } from "../shared/field-table.ts";
import { badParameter, notPlayed, TikTokError } from "./errors.ts";
import { FILE_NAME_MAX } from "./facts.ts";
import { failAfterHalf, keepNewOf } from "./keep.ts";
import { checkImage, checkVideo, fitsCarousel } from "./media-check.ts";
import { listIn, objectIn, onlyKnown, pageOf } from "./query.ts";
import { idsIn } from "./reads.ts";
import type { Kept, Room } from "./registry.ts";
import { advertiserIn, bodyOf, type Call, type Route } from "./router.ts";

/** Host of the pictures that stand for a video. */
export const CDN = "tiktok-cdn";

/** Files of an ad account: sent as bytes with their MD5, or (pictures) fetched from an address. */
export function mediaRoutes(room: Room): Route[] {
  const route = (method: "GET" | "POST", path: string, handle: Route["handle"]): Route => ({
    method,
    path,
    scope: "creative",
    handle,
  });
  return [
    route("POST", "/file/image/ad/upload/", (call) => uploadImage(room, call)),
    route("POST", "/file/video/ad/upload/", (call) => uploadVideo(room, call)),
    route("GET", "/file/image/ad/info/", (call) => infoOf("images", "image_ids", room, call)),
    route("GET", "/file/video/ad/info/", (call) => infoOf("videos", "video_ids", room, call)),
    route("GET", "/file/image/ad/search/", (call) => search("images", room, call)),
    route("GET", "/file/video/ad/search/", (call) => search("videos", room, call)),
  ];
}

type Sent = { fields: Json; bytes: Buffer; fileName: string };

async function uploadImage(room: Room, call: Call): Promise<Json> {
  const sent = await readUpload(room, call, "image");
  const account = advertiserIn(call, sent.fields.advertiser_id, room.registry);
  const facts = await checkImage(sent.bytes);
  refuseTakenFileName(room, "images", account.id, sent.fileName);
  const id = `ad-site-i18n-sg/${room.world.ids.token("tiktok/image", 32)}`;
  const file = { image_id: id, ...common(room, sent), ...facts, is_carousel_usable: fitsCarousel(facts) };
  keepNewOf(room, "images", id, account.id, file);
  failAfterHalf(room, call);
  return file;
}

/** The answer of a video is a list of one. */
async function uploadVideo(room: Room, call: Call): Promise<Json[]> {
  const sent = await readUpload(room, call, "video");
  const account = advertiserIn(call, sent.fields.advertiser_id, room.registry);
  const facts = checkVideo(sent.bytes);
  refuseTakenFileName(room, "videos", account.id, sent.fileName);
  const id = `v10033g50000${room.world.ids.token("tiktok/video", 20).toLowerCase()}`;
  const file = {
    video_id: id,
    ...common(room, sent),
    ...facts,
    video_cover_url: `${room.world.url(CDN)}/cover/${id}.png`,
    fix_task_id: null,
    flaw_types: null,
  };
  keepNewOf(room, "videos", id, account.id, file);
  failAfterHalf(room, call);
  return [file];
}

function common(room: Room, { bytes, fileName }: Sent): Json {
  const now = `${room.world.now().toISOString().slice(0, 19)}Z`;
  return {
    material_id: room.registry.nextId(),
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

/** By file it is a form with the bytes and their MD5; by address (pictures) it is JSON. */
async function readUpload(room: Room, call: Call, kind: "image" | "video"): Promise<Sent> {
  const isForm = (call.raw.headers["content-type"] ?? "").startsWith("multipart/form-data");
  const form = isForm ? await formOf(call) : null;
  const fields: Json = form
    ? Object.fromEntries([...form].filter(([, value]) => typeof value === "string"))
    : bodyOf(call);
  const known = [
    ...TEXTS,
    `${kind}_signature`,
    `${kind}_url`,
    ...(kind === "video" ? [...SWITCHES, "video_id"] : []),
  ];
  const strange = Object.keys(fields).find((name) => !known.includes(name));
  if (strange) throw badParameter(`${strange}: Unknown field`);
  const way = fields.upload_type ?? "UPLOAD_BY_FILE";
  if (way === "UPLOAD_BY_URL" && kind === "image") return fetched(room, fields);
  if (way !== "UPLOAD_BY_FILE") throw notPlayed(`upload_type ${way} for a ${kind}`);
  const file = form?.get(`${kind}_file`);
  if (!(file instanceof File)) throw new TikTokError(40905, `${kind}_file is missing`);
  const bytes = Buffer.from(await file.arrayBuffer());
  if (fields[`${kind}_signature`] !== md5(bytes))
    throw new TikTokError(40900, `${kind}_signature does not match the file`);
  return { fields, bytes, fileName: String(fields.file_name ?? file.name).slice(0, FILE_NAME_MAX) };
}

async function formOf(call: Call): Promise<FormData> {
  try {
    return await multipartOf(call.raw);
  } catch {
    throw badParameter("The multipart body could not be read");
  }
}

async function fetched(room: Room, fields: Json): Promise<Sent> {
  const url = String(fields.image_url ?? "");
  if (!URL.canParse(url)) throw badParameter("image_url: a URL is expected");
  const bytes = await room.world.errands
    .run(async () => {
      const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    })
    .catch(() => null);
  if (!bytes) throw new TikTokError(40902, "The image could not be fetched from image_url");
  const fileName = String(fields.file_name ?? new URL(url).pathname.split("/").pop());
  return { fields, bytes, fileName: fileName.slice(0, FILE_NAME_MAX) };
}

function refuseTakenFileName(room: Room, kind: "images" | "videos", accountId: string, name: string): void {
  const isTaken = room.registry.inAccount(kind, accountId).some((row) => row.wire.file_name === name);
  if (isTaken) throw new TikTokError(40911, `Duplicated material name: ${name}`);
}

function infoOf(kind: "images" | "videos", field: string, room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id", field]);
  const account = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  const found = idsIn(listIn(call.query, field), field)
    .map((id) => room.registry.find(kind, id))
    .filter((row): row is Kept => row?.account_id === account.id);
  return { list: found.map((row) => row.wire) };
}

function search(kind: "images" | "videos", room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id", "filtering", "page", "page_size"]);
  const account = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  const filter = objectIn(call.query, "filtering");
  if (Object.keys(filter).length > 0) throw notPlayed("filtering of files");
  const all = room.registry.inAccount(kind, account.id).reverse();
  const { rows, page_info } = pageOf(call.query, all, { max: 100, usual: 20 });
  return { list: rows.map((row) => row.wire), page_info };
}

/** A plain picture in the video's size: what TikTok would have cut out of it. */
export async function coverOf(room: Room, videoId: string): Promise<Buffer | null> {
  const video = room.registry.find("videos", videoId);
  if (!video) return null;
  const { width, height } = video.wire as { width: number; height: number };
  return sharp({ create: { width, height, channels: 3, background: "#25f4ee" } })
    .png()
    .toBuffer();
}
