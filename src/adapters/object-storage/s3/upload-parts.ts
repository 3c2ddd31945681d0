import { open } from "node:fs/promises";
import {
  type _Object,
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from "@aws-sdk/client-s3";
import { checkUploadId } from "../shared/check-key.ts";
import { untilBroken } from "../shared/scratch-folder.ts";
import { writeChunks } from "../shared/write-chunks.ts";
import { type Bucket, putFile } from "./put-file.ts";

const folder = "uploads/";

type NewPart = { offset: number; bytes: AsyncIterable<Buffer>; file: string };

/**
 * The parts of uploads as objects: `uploads/<id>/<offset>`. Their names say all that has to be known, so no machine keeps
 * anything of an upload.
 */
export function makeUploadParts({ client, bucket }: Bucket) {
  const toFolder = (id: string) => `${folder}${checkUploadId(id)}/`;
  /** Names in the order of their offsets. */
  const toKey = (id: string, offset: number) => `${toFolder(id)}${String(offset).padStart(15, "0")}`;

  async function* listObjects(prefix: string, after?: string): AsyncGenerator<_Object> {
    let token: string | undefined;
    do {
      const from = token ? { ContinuationToken: token } : after ? { StartAfter: after } : {};
      const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...from }));
      yield* page.Contents ?? [];
      token = page.NextContinuationToken;
    } while (token);
  }

  async function removeObjects(objects: AsyncIterable<_Object>): Promise<void> {
    for await (const { Key } of objects) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  }

  return {
    /** Stores what comes as the part at this offset, by way of a file; removes what was there and after it. */
    async append(id: string, { offset, bytes, file }: NewPart): Promise<number> {
      const size = await writeFile(file, untilBroken(bytes));
      await removeObjects(listObjects(toFolder(id), offset === 0 ? undefined : toKey(id, offset - 1)));
      if (size > 0) await putFile({ client, bucket }, toKey(id, offset), file);
      return size;
    },

    /** The parts in order, each with the number of its bytes that count. Throws where some are missing. */
    async list(id: string): Promise<{ key: string; bytes: number }[]> {
      const found: { key: string; start: number; size: number }[] = [];
      for await (const { Key = "", Size = 0 } of listObjects(toFolder(id)))
        found.push({ key: Key, start: Number(Key.slice(toFolder(id).length)), size: Size });
      if (found[0]?.start !== 0) throw new Error(`the first part of ${id} is missing`);
      return found.map(({ key, start, size }, index) => {
        const end = found[index + 1]?.start ?? start + size;
        if (start + size < end) throw new Error(`bytes of ${id} are missing from ${start + size} to ${end}`);
        return { key, bytes: end - start };
      });
    },

    remove: (id: string): Promise<void> => removeObjects(listObjects(toFolder(id))),

    /** Parts and multipart uploads that were begun before that time. */
    async removeLeftovers(before: Date): Promise<void> {
      const isOld = (at: Date | undefined) => at !== undefined && at < before;
      for await (const { Key, LastModified } of listObjects(folder))
        if (isOld(LastModified)) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      for (const { Key, UploadId, Initiated } of Uploads)
        if (isOld(Initiated))
          await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
    },
  };
}

async function writeFile(path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, "w");
  try {
    return await writeChunks(file, 0, chunks);
  } finally {
    await file.close();
  }
}
