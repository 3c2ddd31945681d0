import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { DUPLICATE_FILE, TikTokFault } from "./faults.ts";
import { loadMusicId } from "./music.ts";
import { uploadFile } from "./upload.ts";

/** Seconds until a video that TikTok still processes is checked again. */
const processingSeconds = 5;
/** Files in one page of a list. */
const filesAtOnce = 100;

const image = z.looseObject({ image_id: z.string(), file_name: z.string().nullish() });
const video = z.looseObject({
  video_id: z.string(),
  file_name: z.string().nullish(),
  video_cover_url: z.string().nullish(),
  displayable: z.boolean().nullish(),
});
const videos = z.array(video);
const kinds = {
  image: { shape: image, info: "/file/image/ad/info/", search: "/file/image/ad/search/", ids: "image_ids" },
  video: { shape: video, info: "/file/video/ad/info/", search: "/file/video/ad/search/", ids: "video_ids" },
} as const;
const listSchema = z.looseObject({ list: z.array(z.record(z.string(), z.unknown())) });

/** The files of an ad: a video with its cover, or a carousel of one image with music. */
export type AdFiles = {
  format: "SINGLE_VIDEO" | "CAROUSEL_ADS";
  videoId: string | null;
  imageId: string;
  musicId: string | null;
};

/** The files an ad has now, so that an uploaded file is not sent again. */
export type ExistingFiles = {
  imageId?: string | null | undefined;
  videoId?: string | null | undefined;
  musicId?: string | null | undefined;
};

/** In TikTok's feed an image is a carousel of one; a single image would appear outside TikTok only. */
export async function ensureFiles(
  client: ApiClient,
  account: AdAccountContext,
  spec: AdSpec,
  existing: ExistingFiles,
): Promise<AdFiles> {
  const { media, automaticEnhancements } = spec;
  if (!media) return refuse("media_missing", "no image or video");
  if (media.kind === "video") return ensureVideo(client, account, media, existing, automaticEnhancements);
  const existingFile = await findExistingFile(client, account, "image", media, existing.imageId);
  const found = existingFile ?? (await uploadFileOnce(client, account, "image", media, false));
  const musicId = existing.musicId ?? (await loadMusicId(client, account));
  return { format: "CAROUSEL_ADS", imageId: parseAs(image, found).image_id, musicId, videoId: null };
}

async function ensureVideo(
  client: ApiClient,
  account: AdAccountContext,
  file: AdMedia,
  existing: ExistingFiles,
  canAutoFix: boolean,
): Promise<AdFiles> {
  const existingFile = await findExistingFile(client, account, "video", file, existing.videoId);
  const found = existingFile ?? (await uploadFileOnce(client, account, "video", file, canAutoFix));
  const { video_id: videoId } = parseAs(video, found);
  const imageId = await ensureCover(client, account, file, videoId);
  return { format: "SINGLE_VIDEO", videoId, imageId, musicId: null };
}

/** A file has our reference in its name, which TikTok accepts only once in an ad account. */
const toFileName = ({ reference, mime }: AdMedia): string => `${reference}.${mime.split("/").pop()}`;
const toCoverName = ({ reference }: AdMedia): string => `${reference}-cover`;

async function findExistingFile(
  client: ApiClient,
  account: AdAccountContext,
  kind: keyof typeof kinds,
  file: AdMedia,
  id: string | null | undefined,
): Promise<Json | null> {
  if (!id) return null;
  const { info, ids, shape } = kinds[kind];
  const query = { advertiser_id: account.adAccountId, [ids]: [id] };
  const [found] = parseAs(listSchema, await client.get(account.accessToken, info, query)).list;
  return found && parseAs(shape, found).file_name === toFileName(file) ? found : null;
}

/** Uploads the file. If one with its name exists, it is ours, from an attempt whose response was lost. */
async function uploadFileOnce(
  client: ApiClient,
  account: AdAccountContext,
  kind: keyof typeof kinds,
  file: AdMedia,
  canAutoFix: boolean,
): Promise<Json> {
  const upload = () => uploadFile(client, account, { kind, file, fileName: toFileName(file), canAutoFix });
  const response = await upload().catch((error: unknown) =>
    findByFileName(client, account, kind, toFileName(file), error),
  );
  const [first] = Array.isArray(response) ? parseAs(videos, response) : [response as Json];
  if (!first) throw new AdapterFault("outcome_unknown", { reason: `no ${kind} in the response` });
  return first;
}

async function findByFileName(
  client: ApiClient,
  account: AdAccountContext,
  kind: keyof typeof kinds,
  fileName: string,
  error: unknown,
): Promise<Json> {
  if (!(error instanceof TikTokFault) || error.code !== DUPLICATE_FILE) throw error;
  const query = { advertiser_id: account.adAccountId };
  const { search, shape } = kinds[kind];
  for await (const raw of client.list(account.accessToken, search, query, filesAtOnce)) {
    if (parseAs(shape, raw).file_name === fileName) return raw;
  }
  throw new AdapterFault("later", {
    reason: `${fileName} exists, and is not listed yet`,
    retryAfterSeconds: 10,
  });
}

/** The image shown before a video starts, which an ad must have. Throws `later` while TikTok processes the video. */
async function ensureCover(
  client: ApiClient,
  account: AdAccountContext,
  file: AdMedia,
  videoId: string,
): Promise<string> {
  const query = { advertiser_id: account.adAccountId, video_ids: [videoId] };
  const [raw] = parseAs(listSchema, await client.get(account.accessToken, kinds.video.info, query)).list;
  const videoInfo = raw && parseAs(video, raw);
  if (!videoInfo?.video_cover_url || videoInfo.displayable === false)
    throw new AdapterFault("later", {
      reason: `video ${videoId} is not ready`,
      messageKey: "ad_accounts:media_preparing",
      retryAfterSeconds: processingSeconds,
    });
  const uploadParams = {
    advertiser_id: account.adAccountId,
    upload_type: "UPLOAD_BY_URL",
    image_url: videoInfo.video_cover_url,
    file_name: toCoverName(file),
  };
  const cover = await client
    .post(account.accessToken, "/file/image/ad/upload/", uploadParams)
    .catch((error: unknown) => findByFileName(client, account, "image", toCoverName(file), error));
  return parseAs(image, cover).image_id;
}
