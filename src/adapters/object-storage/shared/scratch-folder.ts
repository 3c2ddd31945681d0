import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** No request and no job works on a temporary file as long as this. */
const lifeMs = 26 * 3_600_000;
const clearEveryMs = 3_600_000;

/**
 * A folder of temporary files. What a killed process left in it is removed when files are made later, at most once an
 * hour: each machine clears its own.
 */
export function makeScratchFolder(folder: string): () => Promise<string> {
  let clearedAt = 0;
  return async () => {
    await mkdir(folder, { recursive: true });
    if (Date.now() - clearedAt > clearEveryMs) {
      clearedAt = Date.now();
      await removeOldFiles(folder, new Date(clearedAt - lifeMs));
    }
    return join(folder, randomBytes(16).toString("hex"));
  };
}

/** Removes the files of a folder that were last written before that time; a missing folder has none. */
export async function removeOldFiles(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.mtime < before) await rm(path, { force: true });
  }
}

/** The chunks until they end or their sender breaks off. */
export async function* untilBroken(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch {
    // The connection is gone; the sender goes on in another request.
  }
}
