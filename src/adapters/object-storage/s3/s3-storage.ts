import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { ByteRange } from "#base/server/http/byte-range.ts";
import { observeVendorCall } from "#base/server/vendor-calls.ts";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";
import { checkKey } from "../shared/check-key.ts";
import { makeScratchFolder } from "../shared/scratch-folder.ts";
import { type Bucket, putFile } from "./put-file.ts";
import { makeUploadParts } from "./upload-parts.ts";

export type S3Options = {
  bucket: string;
  region: string;
  /** Of a server other than Amazon's: its buckets are then addressed by path. */
  url: string | undefined;
  /** Without keys the SDK looks for those of the machine (its role, its environment). */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** A folder of this machine for temporary files. */
  scratch: string;
};

/**
 * Object storage in an S3 bucket, so that several machines need no common disk. Parts of uploads are objects of their
 * own under `uploads/`: whichever machine receives the next one stores it. Large files are written as multipart uploads.
 */
export function makeS3Storage({ bucket, region, url, keys, scratch }: S3Options): ObjectStorage {
  const client = new S3Client({
    region,
    ...(url ? { endpoint: url, forcePathStyle: true } : {}),
    ...(keys ? { credentials: keys } : {}),
    // Other servers than Amazon's refuse the SDK's own checksums (QUIRKS.md).
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  client.middlewareStack.add(
    (next, { commandName = "call" }) =>
      (args) =>
        observeVendorCall({ vendor: "object_storage", method: commandName }, () => next(args)),
    { step: "initialize", name: "observe" },
  );
  const target: Bucket = { client, bucket };
  const scratchFile = makeScratchFolder(scratch);
  const parts = makeUploadParts(target);

  return {
    put: (key, file) => putFile(target, checkKey(key), file),
    open: async (key, part) => openObject(target, checkKey(key), part),
    async stat(key) {
      const found = await orNull(client.send(new HeadObjectCommand({ Bucket: bucket, Key: checkKey(key) })));
      return found && { bytes: found.ContentLength ?? 0 };
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: checkKey(key) }));
    },
    async appendToUpload(uploadId, offset, bytes) {
      const file = await scratchFile();
      try {
        return await parts.append(uploadId, { offset, bytes, file });
      } finally {
        await rm(file, { force: true });
      }
    },
    // A part that was put is stored.
    flushUpload: async () => {},
    async gatherUpload(uploadId) {
      const found = await parts.list(uploadId);
      const file = await scratchFile();
      try {
        for (const part of found) await download(target, part, file);
        return file;
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    },
    removeUpload: parts.remove,
    scratchFile,
    removeLeftovers: parts.removeLeftovers,
  };
}

/** Adds the first bytes of an object to the end of a file. */
async function download(
  target: Bucket,
  { key, bytes }: { key: string; bytes: number },
  file: string,
): Promise<void> {
  const stream = await openObject(target, key, { start: 0, end: bytes - 1 });
  if (!stream) throw new Error(`${key} is missing`);
  await pipeline(stream, createWriteStream(file, { flags: "a" }));
}

async function openObject(
  { client, bucket }: Bucket,
  key: string,
  part?: ByteRange,
): Promise<Readable | null> {
  const range = part ? { Range: `bytes=${part.start}-${part.end}` } : {};
  const found = await orNull(client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...range })));
  if (!found) return null;
  if (!(found.Body instanceof Readable)) throw new Error(`${key} came without a stream`);
  return found.Body;
}

/** Null for what does not exist; a bucket that does not exist is a fault. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    if (isMissing && error.name !== "NoSuchBucket") return null;
    throw error;
  }
}
