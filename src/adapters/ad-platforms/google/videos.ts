import { z } from "zod";
import type { HttpResponse } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { cutter } from "../shared/cutter.ts";
import { readAs } from "../shared/read-as.ts";
import { rejected } from "./faults.ts";
import { allRows, quoted, type Wire } from "./wire.ts";

/** Seconds until a video that YouTube still works on is looked at again. */
const processingSeconds = 20;
/** Google Ads API, Video uploads: parts of ten megabytes unless the answer asks for other multiples. */
const partBytes = 10 * 1024 * 1024;
const uploadMax = 100;

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
 * The merchant's video as an asset that ads can show. The asset bears our reference in its name, and is made as soon as
 * YouTube has given the file an id; before that the upload's own name is kept. So a video is uploaded once, though YouTube
 * takes its time to name it and to look at it.
 */
export async function readyVideo(wire: Wire, account: AdAccountContext, media: AdMedia): Promise<string> {
  const standing = await assetOf(wire, account, media);
  const asset = standing ?? (await uploadedAsset(wire, account, media));
  await lookAt(wire, account, asset.youtubeVideoAsset.youtubeVideoId);
  return asset.resourceName;
}

const assetName = ({ reference }: AdMedia) => `rawaj ${reference}`;

type Asset = z.output<typeof assetRow>["asset"];

async function assetOf(wire: Wire, account: AdAccountContext, media: AdMedia): Promise<Asset | null> {
  const query = `SELECT asset.resource_name, asset.youtube_video_asset.youtube_video_id FROM asset WHERE asset.type = 'YOUTUBE_VIDEO' AND asset.name = ${quoted(assetName(media))}`;
  const [found] = await allRows(wire, account, query, assetRow);
  return found?.asset ?? null;
}

async function uploadedAsset(wire: Wire, account: AdAccountContext, media: AdMedia): Promise<Asset> {
  const youtubeVideoId = await namedVideo(wire, account, media);
  const youtubeVideoAsset = { youtubeVideoId };
  const [resourceName = ""] = await wire.mutate(account, [
    { assetOperation: { create: { name: assetName(media), youtubeVideoAsset } } },
  ]);
  await account.uploads.forget(media.reference);
  return { resourceName, youtubeVideoAsset };
}

/** YouTube's id of the video, which is sent once: until it has one, the upload is known by its resource name alone. */
async function namedVideo(wire: Wire, account: AdAccountContext, media: AdMedia): Promise<string> {
  const { uploads } = account;
  const pending = await uploads.find(media.reference);
  const name = pending ?? (await uploadVideo(wire, account, media));
  if (pending === null) await uploads.save(media.reference, name);
  const query = `SELECT you_tube_video_upload.state, you_tube_video_upload.video_id FROM you_tube_video_upload WHERE you_tube_video_upload.resource_name = ${quoted(name)}`;
  const [found] = await allRows(wire, account, query, uploadRow);
  const { state = "PENDING", videoId } = found?.youTubeVideoUpload ?? {};
  if (!isUnderWay(state) && state !== "PROCESSED") {
    await uploads.forget(media.reference);
    throw mediaRefused(state);
  }
  if (videoId) return videoId;
  throw new AdapterFault("later", {
    reason: "YouTube has not named the video yet",
    retryAfterSeconds: processingSeconds,
  });
}

const isUnderWay = (state: string) => state === "PENDING" || state === "UPLOADED";
const mediaRefused = (state: string) => rejected(`the video is ${state}`, "ad_accounts:media_refused");

/** Not looked at yet is `later`; a file that YouTube will not have is the merchant's to change. */
async function lookAt(wire: Wire, account: AdAccountContext, videoId: string): Promise<void> {
  const query = `SELECT you_tube_video_upload.state FROM you_tube_video_upload WHERE you_tube_video_upload.video_id = ${quoted(videoId)}`;
  const [found] = await allRows(wire, account, query, uploadRow);
  const state = found?.youTubeVideoUpload.state ?? "PROCESSED";
  if (state === "PROCESSED") return;
  if (isUnderWay(state))
    throw new AdapterFault("later", {
      reason: `the video is ${state}`,
      retryAfterSeconds: processingSeconds,
    });
  throw mediaRefused(state);
}

/** Sends the file on as it is read, part by part; answers the upload's name. */
async function uploadVideo(wire: Wire, account: AdAccountContext, media: AdMedia): Promise<string> {
  const begun = await wire.upload(
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
        // On a channel of Google's own, where only who has the address finds it.
        youTubeVideoUpload: { videoTitle: media.fileName.slice(0, uploadMax), videoPrivacy: "UNLISTED" },
      },
    },
  );
  const url = headerOf(begun, "x-goog-upload-url");
  const grain = Number(headerOf(begun, "x-goog-upload-chunk-granularity")) || 1;
  if (!url) throw new AdapterFault("outcome_unknown", { reason: "an upload began without an address" });
  const answer = await sendParts(wire, account, media, url, Math.max(grain, partBytes - (partBytes % grain)));
  return readAs(z.looseObject({ resourceName: z.string() }), answer.json).resourceName;
}

async function sendParts(wire: Wire, account: AdAccountContext, media: AdMedia, url: string, part: number) {
  const bytes = cutter((await media.open()) as AsyncIterable<Uint8Array>);
  try {
    for (let offset = 0; ; offset += part) {
      const length = Math.min(part, media.bytes - offset);
      const isLast = offset + length >= media.bytes;
      const answer = await wire.upload(
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
      if (isLast) return answer;
    }
  } finally {
    await bytes.close();
  }
}

function headerOf(answer: HttpResponse, name: string): string {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
