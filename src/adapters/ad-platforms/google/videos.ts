import { z } from "zod";
import type { HttpResponse } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeChunkReader } from "../shared/chunk-reader.ts";
import { parseAs } from "../shared/parse-as.ts";
import { type ApiClient, loadRows, quote } from "./api-client.ts";
import { rejected } from "./faults.ts";

/** Seconds until a video that YouTube still processes is checked again. */
const processingSeconds = 20;
/** Google Ads API, Video uploads: chunks of 10 MB unless the response requires other multiples. */
const partBytes = 10 * 1024 * 1024;

const assetRow = z.looseObject({
  asset: z.looseObject({
    resourceName: z.string(),
    youtubeVideoAsset: z.looseObject({ youtubeVideoId: z.string() }),
  }),
});
const uploadRow = z.looseObject({
  youTubeVideoUpload: z.looseObject({ state: z.string(), videoId: z.string().optional() }),
});

/**
 * The merchant's video as an asset that ads can show. The asset has our reference in its name, and is created as soon
 * as YouTube has given the file an id; until then the upload's resource name is stored. So a video is uploaded once,
 * even while YouTube has not yet assigned an id or finished processing.
 */
export async function ensureVideo(
  client: ApiClient,
  account: AdAccountContext,
  media: AdMedia,
): Promise<string> {
  const existing = await findAsset(client, account, media);
  const asset = existing ?? (await createAsset(client, account, media));
  await requireProcessed(client, account, asset.youtubeVideoAsset.youtubeVideoId);
  return asset.resourceName;
}

const toAssetName = ({ reference }: AdMedia) => `rawaj ${reference}`;

type Asset = z.output<typeof assetRow>["asset"];

async function findAsset(
  client: ApiClient,
  account: AdAccountContext,
  media: AdMedia,
): Promise<Asset | null> {
  const query = `SELECT asset.resource_name, asset.youtube_video_asset.youtube_video_id FROM asset WHERE asset.type = 'YOUTUBE_VIDEO' AND asset.name = ${quote(toAssetName(media))}`;
  const [found] = await loadRows(client, account, query, assetRow);
  return found?.asset ?? null;
}

async function createAsset(client: ApiClient, account: AdAccountContext, media: AdMedia): Promise<Asset> {
  const youtubeVideoId = await ensureVideoId(client, account, media);
  const youtubeVideoAsset = { youtubeVideoId };
  const [resourceName = ""] = await client.mutate(account, [
    { assetOperation: { create: { name: toAssetName(media), youtubeVideoAsset } } },
  ]);
  await account.uploads.forget(media.reference);
  return { resourceName, youtubeVideoAsset };
}

/**
 * YouTube's id of the video. It is uploaded once: until it has an id, only the upload's resource name identifies it.
 */
async function ensureVideoId(client: ApiClient, account: AdAccountContext, media: AdMedia): Promise<string> {
  const { uploads } = account;
  const pending = await uploads.find(media.reference);
  const name = pending ?? (await uploadVideo(client, account, media));
  if (pending === null) await uploads.save(media.reference, name);
  const query = `SELECT you_tube_video_upload.state, you_tube_video_upload.video_id FROM you_tube_video_upload WHERE you_tube_video_upload.resource_name = ${quote(name)}`;
  const [found] = await loadRows(client, account, query, uploadRow);
  const { state = "PENDING", videoId } = found?.youTubeVideoUpload ?? {};
  if (!isProcessing(state) && state !== "PROCESSED") {
    await uploads.forget(media.reference);
    throw toMediaFault(state);
  }
  if (videoId) return videoId;
  throw new AdapterFault("later", {
    reason: "YouTube has not assigned a video id yet",
    messageKey: "ad_accounts:media_preparing",
    retryAfterSeconds: processingSeconds,
  });
}

const isProcessing = (state: string) => state === "PENDING" || state === "UPLOADED";
const toMediaFault = (state: string) => rejected(`the video is ${state}`, "ad_accounts:media_refused");

/** Throws `later` while YouTube processes the video; a file that YouTube refuses is for the merchant to replace. */
async function requireProcessed(
  client: ApiClient,
  account: AdAccountContext,
  videoId: string,
): Promise<void> {
  const query = `SELECT you_tube_video_upload.state FROM you_tube_video_upload WHERE you_tube_video_upload.video_id = ${quote(videoId)}`;
  const [found] = await loadRows(client, account, query, uploadRow);
  const state = found?.youTubeVideoUpload.state ?? "PROCESSED";
  if (state === "PROCESSED") return;
  if (isProcessing(state))
    throw new AdapterFault("later", {
      reason: `the video is ${state}`,
      messageKey: "ad_accounts:media_preparing",
      retryAfterSeconds: processingSeconds,
    });
  throw toMediaFault(state);
}

/** Uploads the file as a stream, chunk by chunk; returns the upload's resource name. */
async function uploadVideo(client: ApiClient, account: AdAccountContext, media: AdMedia): Promise<string> {
  const uploadStart = await client.upload(
    account,
    { path: `customers/${account.adAccountId}/youTubeVideoUploads:create` },
    {
      headers: {
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": String(media.bytes),
        "x-goog-upload-header-content-type": media.mime,
      },
      json: {
        customerId: account.adAccountId,
        // On a channel owned by Google, visible only to those who have the URL.
        youTubeVideoUpload: { videoTitle: media.fileName, videoPrivacy: "UNLISTED" },
      },
    },
  );
  const url = getHeader(uploadStart, "x-goog-upload-url");
  const granularity = Number(getHeader(uploadStart, "x-goog-upload-chunk-granularity")) || 1;
  if (!url) throw new AdapterFault("outcome_unknown", { reason: "an upload was started without a URL" });
  const response = await sendParts(
    client,
    account,
    media,
    url,
    Math.max(granularity, partBytes - (partBytes % granularity)),
  );
  return parseAs(z.looseObject({ resourceName: z.string() }), response.json).resourceName;
}

async function sendParts(
  client: ApiClient,
  account: AdAccountContext,
  media: AdMedia,
  url: string,
  part: number,
) {
  const bytes = makeChunkReader((await media.open()) as AsyncIterable<Uint8Array>);
  try {
    for (let offset = 0; ; offset += part) {
      const length = Math.min(part, media.bytes - offset);
      const isLast = offset + length >= media.bytes;
      const response = await client.upload(
        account,
        { url },
        {
          headers: {
            "x-goog-upload-command": isLast ? "upload, finalize" : "upload",
            "x-goog-upload-offset": String(offset),
          },
          stream: { type: media.mime, length, bytes: bytes.next(length) },
        },
      );
      if (isLast) return response;
    }
  } finally {
    await bytes.close();
  }
}

function getHeader(response: HttpResponse, name: string): string {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
