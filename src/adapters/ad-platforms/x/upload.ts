import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeChunkReader } from "../shared/chunk-reader.ts";
import { filePart } from "../shared/multipart.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";
import { rejected } from "./faults.ts";

/** X docs, X API, media upload: segments of at most 5 MB, 1,000 of them. */
const segmentBytes = 4 * 1024 * 1024;
const timeoutMs = 300_000;

const categories = { image: "tweet_image", animated_image: "tweet_gif", video: "amplify_video" } as const;
const initializedSchema = z.looseObject({ id: z.string() });
const finalizedSchema = z.looseObject({
  media_key: z.string(),
  processing_info: z.looseObject({ state: z.string(), check_after_secs: z.number().optional() }).optional(),
});

/**
 * Uploads a file's stream in segments, and returns its media key. `owner` is the user that ads are posted as. X may
 * still process the file afterwards; the library shows when it is ready.
 */
export async function uploadMedia(
  api: ApiClient,
  accessToken: string,
  file: AdMedia,
  owner: string,
  largest: number = segmentBytes,
): Promise<string> {
  const path = "/2/media/upload";
  const response = await api.write(accessToken, {
    method: "POST",
    path: `${path}/initialize`,
    json: {
      media_type: file.mime,
      total_bytes: file.bytes,
      media_category: categories[file.kind],
      additional_owners: [owner],
    },
  });
  const { id } = parseAs(initializedSchema, response);
  const bytes = makeChunkReader((await file.open()) as AsyncIterable<Uint8Array>);
  try {
    for (let offset = 0, segment = 0; offset < file.bytes; offset += largest, segment += 1) {
      const length = Math.min(largest, file.bytes - offset);
      const fields = { segment_index: String(segment) };
      const stream = filePart({ ...file, part: "media", bytes: bytes.next(length), length, fields });
      await api.call(accessToken, { method: "POST", path: `${path}/${id}/append`, stream, timeoutMs });
    }
  } finally {
    await bytes.close();
  }
  const finalized = parseAs(finalizedSchema, await finalize(api, accessToken, `${path}/${id}/finalize`));
  if (finalized.processing_info?.state === "failed")
    throw rejected("media failed", "ad_accounts:media_refused");
  return finalized.media_key;
}

/** An image that X refuses becomes a refusal with a message for the merchant. */
async function finalize(api: ApiClient, accessToken: string, path: string) {
  try {
    return await api.write(accessToken, { method: "POST", path, timeoutMs });
  } catch (error) {
    if (!(error instanceof AdapterFault) || error.kind !== "rejected") throw error;
    throw rejected(error.reason, "ad_accounts:media_refused");
  }
}
