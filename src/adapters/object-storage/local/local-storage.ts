import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";

/** Object storage in a folder: `objects/` holds stored objects, `scratch/` and `uploads/` what is not finished. */
export function makeLocalStorage(folder: string): ObjectStorage {
  const toPath = (key: string) => {
    // Our own code makes the keys; this only makes a mistake harmless.
    if (!/^[a-z0-9][a-z0-9/._-]{0,200}$/.test(key) || key.includes(".."))
      throw new Error(`not a key: ${key}`);
    return join(folder, "objects", key);
  };
  const toUploadPath = (id: string) => {
    if (!/^[a-z0-9_]{1,60}$/.test(id)) throw new Error(`not an upload: ${id}`);
    return join(folder, "uploads", id);
  };

  return {
    async put(key, file) {
      const path = toPath(key);
      await mkdir(dirname(path), { recursive: true });
      await flush(file);
      await rename(file, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "EXDEV") throw error;
        const temporary = `${path}.${randomBytes(6).toString("hex")}.part`;
        await copyFile(file, temporary);
        await rename(temporary, path);
        await rm(file, { force: true });
      });
    },
    async open(key, part) {
      const path = toPath(key);
      const found = await stat(path).catch(() => null);
      return found?.isFile() ? { bytes: found.size, stream: createReadStream(path, part) } : null;
    },
    remove: (key) => rm(toPath(key), { force: true }),
    async beginUpload(id) {
      const path = toUploadPath(id);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, "");
    },
    async appendToUpload(id, offset, bytes) {
      const target = createWriteStream(toUploadPath(id), { flags: "r+", start: offset, flush: true });
      await pipeline(untilBroken(bytes), target);
      return target.bytesWritten;
    },
    readUpload: async (id) => createReadStream(toUploadPath(id)),
    removeUpload: (id) => rm(toUploadPath(id), { force: true }),
    async scratchFile() {
      const scratch = join(folder, "scratch");
      await mkdir(scratch, { recursive: true });
      return join(scratch, randomBytes(16).toString("hex"));
    },
  };
}

/** The chunks until they end or their sender breaks off. */
async function* untilBroken(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch {
    // The connection is gone; the sender goes on in another request.
  }
}

/** Resolves only after the bytes are on the disk. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync();
  await handle.close();
}
