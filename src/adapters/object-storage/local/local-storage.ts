import { randomBytes } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";
import { checkKey, checkUploadId } from "../shared/check-key.ts";
import { makeScratchFolder, removeOldFiles, untilBroken } from "../shared/scratch-folder.ts";
import { writeChunks } from "../shared/write-chunks.ts";

/** Object storage in a folder: `objects/` holds stored objects, `scratch/` and `uploads/` what is not finished. */
export function makeLocalStorage(folder: string): ObjectStorage {
  const uploads = join(folder, "uploads");
  const scratchFile = makeScratchFolder(join(folder, "scratch"));
  const toPath = (key: string) => join(folder, "objects", checkKey(key));
  const toUploadPath = (id: string) => join(uploads, checkUploadId(id));

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
      return (await isFile(path)) ? createReadStream(path, part) : null;
    },
    async stat(key) {
      const found = await stat(toPath(key)).catch(() => null);
      return found?.isFile() ? { bytes: found.size } : null;
    },
    remove: (key) => rm(toPath(key), { force: true }),
    async appendToUpload(id, offset, bytes) {
      const file = await openToWrite(toUploadPath(id));
      try {
        return await writeChunks(file, offset, untilBroken(bytes));
      } finally {
        await file.close();
      }
    },
    flushUpload: (id) => flush(toUploadPath(id)),
    async gatherUpload(id) {
      const target = await scratchFile();
      await linkOrCopy(toUploadPath(id), target);
      return target;
    },
    removeUpload: (id) => rm(toUploadPath(id), { force: true }),
    scratchFile,
    removeLeftovers: (before) => removeOldFiles(uploads, before),
  };
}

/** Network file systems and those of other systems may not know second names. */
const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** A second name of the same bytes: nothing is copied, and the first stays until it is removed. */
async function linkOrCopy(path: string, target: string): Promise<void> {
  await link(path, target).catch((error: NodeJS.ErrnoException) => {
    if (!withoutLinks.has(error.code ?? "")) throw error;
    return copyFile(path, target);
  });
}

const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() === true;

/** Opens a file without truncating it, and makes it and its folder where there is none. */
async function openToWrite(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return open(path, constants.O_WRONLY | constants.O_CREAT);
}

/** Resolves only after the bytes are on the disk. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync();
  await handle.close();
}
