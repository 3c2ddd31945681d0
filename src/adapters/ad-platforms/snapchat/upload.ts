import { FormData } from "undici";
import { z } from "zod";
import type { AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeChunkReader } from "../shared/chunk-reader.ts";
import { filePart } from "../shared/multipart.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";

const megabyte = 1024 * 1024;
/** Snap docs, Media: up to 32 MB in one request, beyond that in at most 32 parts of 32 MB. */
const partBytes = 32 * megabyte;
const timeoutMs = 300_000;

const uploadStartSchema = z.looseObject({
  upload_id: z.string(),
  add_path: z.string(),
  finalize_path: z.string(),
});

/** Streams a file's bytes; memory holds one network chunk at a time, however large the file is. */
export async function uploadMedia(
  client: ApiClient,
  accessToken: string,
  mediaId: string,
  file: AdMedia,
  largestPart: number = partBytes,
): Promise<void> {
  const bytes = makeChunkReader((await file.open()) as AsyncIterable<Uint8Array>);
  const upload = { client, accessToken, mediaId, file, bytes };
  try {
    await (file.bytes <= largestPart ? sendWhole(upload) : sendInParts(upload, largestPart));
  } finally {
    await bytes.close();
  }
}

type Upload = {
  client: ApiClient;
  accessToken: string;
  mediaId: string;
  file: AdMedia;
  bytes: ReturnType<typeof makeChunkReader>;
};

async function sendWhole({ client, accessToken, mediaId, file, bytes }: Upload) {
  const stream = filePart({ ...file, bytes: bytes.next(file.bytes), length: file.bytes });
  await client.call(`/v1/media/${mediaId}/upload`, { accessToken, method: "POST", stream, timeoutMs });
}

async function sendInParts({ client, accessToken, mediaId, file, bytes }: Upload, largestPart: number) {
  const count = Math.ceil(file.bytes / largestPart);
  const multipart = toFormData({ file_name: file.fileName, file_size: file.bytes, number_of_parts: count });
  const path = `/v1/media/${mediaId}/multipart-upload-v2?action=INIT`;
  const { upload_id, add_path, finalize_path } = parseAs(
    uploadStartSchema,
    await client.call(path, { accessToken, method: "POST", multipart }),
  );
  for (let part = 1; part <= count; part += 1) {
    const length = Math.min(largestPart, file.bytes - (part - 1) * largestPart);
    const fields = { part_number: String(part), upload_id };
    const stream = filePart({ ...file, bytes: bytes.next(length), length, fields });
    await client.call(add_path, { accessToken, method: "POST", stream, timeoutMs });
  }
  await client.call(finalize_path, {
    accessToken,
    method: "POST",
    multipart: toFormData({ upload_id }),
    timeoutMs,
  });
}

function toFormData(fields: Record<string, string | number>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  return form;
}
