import { once } from "node:events";
import { constants } from "node:fs";
import { cp, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { Worker } from "node:worker_threads";
import type { Driver } from "#base/server/db/db.ts";
import type { VaultKeys } from "#base/server/secrets.ts";
import type { CopyRequest } from "./copy-folder.worker.ts";
import {
  BackupRefused,
  describeFile,
  describeKey,
  listFiles,
  type Manifest,
  manifestName,
} from "./manifest.ts";

export type BackupSource = {
  driver: Pick<Driver, "transaction">;
  /** The folder with the embedded database and the media. */
  dataFolder: string;
  keys: VaultKeys;
  now: Date;
};

export type BackupResult = { files: number; bytes: number; pausedMs: number; target: string };

/** Where the file system can, a copy shares its blocks with the original until one of them changes. */
const mode = constants.COPYFILE_FICLONE;

/**
 * Copies the embedded database and the media into a new folder while the product runs. Nothing else is read or written while
 * the database's files are copied. Media are copied before and, those that came meanwhile, after: what the database's copy
 * names is there, except a file that was stored and removed again within these moments. Throws BackupRefused.
 */
export async function makeBackup(source: BackupSource, target: string): Promise<BackupResult> {
  const { driver, dataFolder, keys, now } = source;
  await checkTarget(target, dataFolder);
  const draft = `${target}.partial`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const media = (path: string) => join(path, "media/objects");
    await copyNewFiles(media(dataFolder), media(draft));
    const copier = await startCopier();
    const pausedMs = await driver.transaction(async (session) => {
      const beganAt = performance.now();
      await session.script("checkpoint");
      await copier.copy({ from: join(dataFolder, "database"), to: join(draft, "database") });
      return Math.round(performance.now() - beganAt);
    });
    await copyNewFiles(media(dataFolder), media(draft));
    const files: Manifest["files"] = [];
    for (const path of await listFiles(draft)) files.push(await describeFile(draft, path));
    const manifest: Manifest = {
      format: 1,
      made_at: now.toISOString(),
      paused_ms: pausedMs,
      keys: keys.map(describeKey),
      files,
    };
    await writeFile(join(draft, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
    await flushAll(draft);
    await rm(target, { recursive: true, force: true }); // an empty folder of that name
    await rename(draft, target);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { files: files.length, bytes, pausedMs, target };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** A thread that copies a folder, once; it has started. */
async function startCopier() {
  const worker = new Worker(new URL("./copy-folder.worker.ts", import.meta.url));
  await once(worker, "online");
  return {
    async copy(request: CopyRequest) {
      worker.postMessage(request);
      const [code] = await once(worker, "exit"); // an error of the thread rejects
      if (code !== 0) throw new Error("the database's files were not copied");
    },
  };
}

/** Refuses a place that is taken, lies within the data, or has too little room. */
async function checkTarget(target: string, dataFolder: string): Promise<void> {
  if (`${resolve(target)}${sep}`.startsWith(`${resolve(dataFolder)}${sep}`))
    throw new BackupRefused(`${target} lies within ${dataFolder}: choose a folder on another disk.`);
  const present = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new BackupRefused(`${target} is no folder.`);
  });
  if (present.length > 0)
    throw new BackupRefused(`${target} is not empty: each back-up has a folder of its own.`);
  await mkdir(dirname(resolve(target)), { recursive: true });
  const [needed, { bavail, bsize }] = await Promise.all([
    measureFolder(dataFolder),
    statfs(dirname(resolve(target))),
  ]);
  if (needed > bavail * bsize)
    throw new BackupRefused(
      `${target} has room for ${toMb(bavail * bsize)} MB, and ${toMb(needed)} MB are needed.`,
    );
}

const toMb = (bytes: number) => Math.ceil(bytes / 1_048_576);

async function measureFolder(dataFolder: string): Promise<number> {
  let bytes = 0;
  for (const part of ["database", "media/objects"])
    for (const path of await listFiles(join(dataFolder, part)))
      bytes += await stat(join(dataFolder, part, path)).then(
        ({ size }) => size,
        () => 0,
      ); // it may go meanwhile
  return bytes;
}

/** Stored media never change under one name: what is there already is the same. */
async function copyNewFiles(from: string, to: string): Promise<void> {
  const known = new Set(await listFiles(to));
  for (const path of await listFiles(from)) {
    if (known.has(path) || path.endsWith(".part")) continue;
    await cp(join(from, path), join(to, path), { mode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error; // removed meanwhile
    });
  }
}

/** Onto the disk: a back-up that a power cut empties is none. */
async function flushAll(folder: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    const file = await open(join(folder, path), "r");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
