import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse } from "../shared/checks.ts";
import { readAs } from "../shared/read-as.ts";
import { DUPLICATE_FILE, TikTokFault } from "./faults.ts";
import { musicFor } from "./music.ts";
import { uploadFile } from "./upload.ts";
import type { Json, Wire } from "./wire.ts";

/** Seconds until a film that is still being worked on is looked at again. */
const processingSeconds = 5;
/** Lists of files give at most so many at once. */
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
const listed = z.looseObject({ list: z.array(z.record(z.string(), z.unknown())) });

/** The files of an ad: a film with its cover, or a carousel of one picture with music. */
export type AdFiles = {
  format: "SINGLE_VIDEO" | "CAROUSEL_ADS";
  videoId: string | null;
  imageId: string;
  musicId: string | null;
};

/** What stands in an ad now, so that a file which is there already is not sent again. */
export type StandingFiles = {
  imageId?: string | null | undefined;
  videoId?: string | null | undefined;
  musicId?: string | null | undefined;
};

/** In TikTok's feed a picture is a carousel of one; a single picture would run beside TikTok only. */
export async function filesOf(
  wire: Wire,
  account: AdAccountContext,
  order: AdSpec,
  standing: StandingFiles,
): Promise<AdFiles> {
  const { media, automaticEnhancements } = order;
  if (!media) return refuse("media_missing", "no picture or film");
  if (media.kind === "video") return filmOf(wire, account, media, standing, automaticEnhancements);
  const known = await standingFile(wire, account, "image", media, standing.imageId);
  const found = known ?? (await sent(wire, account, "image", media, false));
  const musicId = standing.musicId ?? (await musicFor(wire, account));
  return { format: "CAROUSEL_ADS", imageId: readAs(image, found).image_id, musicId, videoId: null };
}

async function filmOf(
  wire: Wire,
  account: AdAccountContext,
  file: AdMedia,
  standing: StandingFiles,
  mayBeMended: boolean,
): Promise<AdFiles> {
  const known = await standingFile(wire, account, "video", file, standing.videoId);
  const found = known ?? (await sent(wire, account, "video", file, mayBeMended));
  const { video_id: videoId } = readAs(video, found);
  const imageId = await coverOf(wire, account, file, videoId);
  return { format: "SINGLE_VIDEO", videoId, imageId, musicId: null };
}

/** A file bears our reference in its name, which TikTok gives only once in an ad account. */
const fileNameOf = ({ reference, mime }: AdMedia): string => `${reference}.${mime.split("/").pop()}`;
const coverNameOf = ({ reference }: AdMedia): string => `${reference}-cover`;

async function standingFile(
  wire: Wire,
  account: AdAccountContext,
  kind: keyof typeof kinds,
  file: AdMedia,
  id: string | null | undefined,
): Promise<Json | null> {
  if (!id) return null;
  const { info, ids, shape } = kinds[kind];
  const query = { advertiser_id: account.adAccountId, [ids]: [id] };
  const [found] = readAs(listed, await wire.get(account.accessToken, info, query)).list;
  return found && readAs(shape, found).file_name === fileNameOf(file) ? found : null;
}

/** Sends the file; one of its name that is there already is ours, from an attempt whose answer was lost. */
async function sent(
  wire: Wire,
  account: AdAccountContext,
  kind: keyof typeof kinds,
  file: AdMedia,
  mayBeMended: boolean,
): Promise<Json> {
  const upload = () => uploadFile(wire, account, { kind, file, fileName: fileNameOf(file), mayBeMended });
  const answer = await upload().catch((error: unknown) =>
    findNamed(wire, account, kind, fileNameOf(file), error),
  );
  const [first] = Array.isArray(answer) ? readAs(videos, answer) : [answer as Json];
  if (!first) throw new AdapterFault("outcome_unknown", { reason: `no ${kind} in the answer` });
  return first;
}

async function findNamed(
  wire: Wire,
  account: AdAccountContext,
  kind: keyof typeof kinds,
  fileName: string,
  error: unknown,
): Promise<Json> {
  if (!(error instanceof TikTokFault) || error.code !== DUPLICATE_FILE) throw error;
  const query = { advertiser_id: account.adAccountId };
  const { search, shape } = kinds[kind];
  for await (const raw of wire.list(account.accessToken, search, query, filesAtOnce)) {
    if (readAs(shape, raw).file_name === fileName) return raw;
  }
  throw new AdapterFault("later", {
    reason: `${fileName} is there, and not listed yet`,
    retryAfterSeconds: 10,
  });
}

/** The picture shown before a film begins, which an ad must name. Throws `later` while TikTok works on the film. */
async function coverOf(wire: Wire, account: AdAccountContext, file: AdMedia, videoId: string): Promise<string> {
  const query = { advertiser_id: account.adAccountId, video_ids: [videoId] };
  const [raw] = readAs(listed, await wire.get(account.accessToken, kinds.video.info, query)).list;
  const film = raw && readAs(video, raw);
  if (!film?.video_cover_url || film.displayable === false)
    throw new AdapterFault("later", {
      reason: `film ${videoId} is not ready`,
      retryAfterSeconds: processingSeconds,
    });
  const asked = {
    advertiser_id: account.adAccountId,
    upload_type: "UPLOAD_BY_URL",
    image_url: film.video_cover_url,
    file_name: coverNameOf(file),
  };
  const cover = await wire
    .post(account.accessToken, "/file/image/ad/upload/", asked)
    .catch((error: unknown) => findNamed(wire, account, "image", coverNameOf(file), error));
  return readAs(image, cover).image_id;
}
