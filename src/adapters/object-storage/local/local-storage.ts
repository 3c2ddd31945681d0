import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";

/** Object storage in a folder: `objects/` holds what is kept, `scratch/` what is on its way. */
export function makeLocalStorage(folder: string): ObjectStorage {
  const placeOf = (key: string) => {
    // Keys are made by us; this only makes a mistake harmless.
    if (!/^[a-z0-9][a-z0-9/._-]{0,200}$/.test(key) || key.includes(".."))
      throw new Error(`not a key: ${key}`);
    return join(folder, "objects", key);
  };

  return {
    async keep(key, file) {
      const place = placeOf(key);
      await mkdir(dirname(place), { recursive: true });
      await flush(file);
      await rename(file, place).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "EXDEV") throw error;
        const beside = `${place}.${randomBytes(6).toString("hex")}.part`;
        await copyFile(file, beside);
        await rename(beside, place);
        await rm(file, { force: true });
      });
    },
    async open(key, part) {
      const place = placeOf(key);
      const found = await stat(place).catch(() => null);
      return found?.isFile() ? { bytes: found.size, stream: createReadStream(place, part) } : null;
    },
    remove: (key) => rm(placeOf(key), { force: true }),
    async scratchFile() {
      const scratch = join(folder, "scratch");
      await mkdir(scratch, { recursive: true });
      return join(scratch, randomBytes(16).toString("hex"));
    },
  };
}

/** The bytes are on the disk before anything says that they are. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync();
  await handle.close();
}
