import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { cutter } from "../shared/cutter.ts";
import { filePart } from "../shared/multipart.ts";
import { readAs } from "../shared/read-as.ts";
import { rejected } from "./faults.ts";
import type { Wire } from "./wire.ts";

/** X docs, X API, media upload: segments of at most 5 MB, 1,000 of them. */
const segmentBytes = 4 * 1024 * 1024;
const timeoutMs = 300_000;

const categories = { image: "tweet_image", animated_image: "tweet_gif", video: "amplify_video" } as const;
const begun = z.looseObject({ id: z.string() });
const ended = z.looseObject({
  media_key: z.string(),
  processing_info: z.looseObject({ state: z.string(), check_after_secs: z.number().optional() }).optional(),
});

/**
 * Sends a file's bytes on as they are read, in segments, and answers its media key. `owner` is the user ads are posted as.
 * What X works on still is ready a little later; the library says when.
 */
export async function uploadMedia(
  api: Wire,
  accessToken: string,
  file: AdMedia,
  owner: string,
  largest: number = segmentBytes,
): Promise<string> {
  const path = "/2/media/upload";
  const asked = await api.write(accessToken, {
    method: "POST",
    path: `${path}/initialize`,
    json: {
      media_type: file.mime,
      total_bytes: file.bytes,
      media_category: categories[file.kind],
      additional_owners: [owner],
    },
  });
  const { id } = readAs(begun, asked);
  const bytes = cutter((await file.open()) as AsyncIterable<Uint8Array>);
  try {
    for (let sent = 0, turn = 0; sent < file.bytes; sent += largest, turn += 1) {
      const length = Math.min(largest, file.bytes - sent);
      const fields = { segment_index: String(turn) };
      const stream = filePart({ ...file, part: "media", bytes: bytes.next(length), length, fields });
      await api.ask(accessToken, { method: "POST", path: `${path}/${id}/append`, stream, timeoutMs });
    }
  } finally {
    await bytes.close();
  }
  const done = readAs(ended, await finalize(api, accessToken, `${path}/${id}/finalize`));
  if (done.processing_info?.state === "failed") throw rejected("media failed", "ad_accounts:media_refused");
  return done.media_key;
}

/** A picture that X looks at and refuses is told to the merchant as such. */
async function finalize(api: Wire, accessToken: string, path: string) {
  try {
    return await api.write(accessToken, { method: "POST", path, timeoutMs });
  } catch (error) {
    if (!(error instanceof AdapterFault) || error.kind !== "rejected") throw error;
    throw rejected(error.reason, "ad_accounts:media_refused");
  }
}
