import { createReadStream, type ReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";

export type Bucket = { client: S3Client; bucket: string };

/** Parts of a multipart upload, except the last, have at least 5 MB, and there are at most 10,000 (S3, limits). */
const partBytes = 16 * 1_048_576;
const attempts = 3;

/** Stores a file under a key, a large one in parts; never more than a chunk of it in memory. */
export async function putFile(target: Bucket, key: string, path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > partBytes) return putInParts(target, key, { path, size });
  const { client, bucket } = target;
  await resend(
    () => createReadStream(path),
    (Body) => client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: size })),
  );
}

async function putInParts(
  { client, bucket }: Bucket,
  key: string,
  { path, size }: { path: string; size: number },
): Promise<void> {
  const at = { Bucket: bucket, Key: key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const end = Math.min(start + partBytes, size) - 1;
      const part = { ...at, UploadId, PartNumber: Parts.length + 1, ContentLength: end - start + 1 };
      const { ETag } = await resend(
        () => createReadStream(path, { start, end }),
        (Body) => client.send(new UploadPartCommand({ ...part, Body })),
      );
      Parts.push({ ETag, PartNumber: part.PartNumber });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    // Parts of an upload that is never completed are stored, and billed, until it is aborted.
    await client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => {});
    throw error;
  }
}

/** The SDK sends a stream only once; a failed request gets a new stream of the same bytes. */
async function resend<T>(open: () => ReadStream, send: (body: ReadStream) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const body = open();
    try {
      return await send(body);
    } catch (error) {
      if (attempt === attempts || !isTemporary(error)) throw error;
    } finally {
      body.destroy();
    }
  }
}

/** No answer, or one that asks to come again: 429 and 5xx (S3, error responses). */
function isTemporary(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  return status === undefined || status === 429 || status >= 500;
}
