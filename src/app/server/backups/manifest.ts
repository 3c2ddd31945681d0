import { createHash, createHmac } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { VaultKey } from "#base/server/secrets.ts";

/** What a back-up or a restore cannot do, in a sentence for the operator. */
export class BackupRefused extends Error {}

export const manifestName = "manifest.json";

const backedUpFile = z.strictObject({
  path: z.string(),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
const manifest = z.strictObject({
  format: z.literal(1),
  /** UTC; the moment of the database's copy. */
  made_at: z.iso.datetime(),
  /** How long nothing was read or written meanwhile. */
  paused_ms: z.number(),
  /** The keys that open the sealed secrets, to be recognized by; the keys themselves are in no back-up. */
  keys: z.array(z.strictObject({ id: z.string(), proof: z.string() })).min(1),
  files: z.array(backedUpFile),
});
export type Manifest = z.output<typeof manifest>;

/** What recognizes a key and does not say anything of it. */
export const describeKey = ({ id, key }: VaultKey): Manifest["keys"][number] => ({
  id,
  proof: createHmac("sha256", key).update("rawaj back-up").digest("hex").slice(0, 32),
});

/** The paths of all files below a folder, with `/`; none where it does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

export async function describeFile(folder: string, path: string): Promise<Manifest["files"][number]> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(folder, path)), hash);
  return { path, bytes: (await stat(join(folder, path))).size, sha256: hash.digest("hex") };
}

/** Reads a back-up's manifest, and compares every file with it. Throws BackupRefused naming what is wrong. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => null);
  if (text === null) throw new BackupRefused(`${folder} is no back-up: it has no ${manifestName}.`);
  const read = manifest.safeParse(parseJson(text));
  if (!read.success) throw new BackupRefused(`${folder}: ${manifestName} is not one of ours.`);
  const present = new Set((await listFiles(folder)).filter((path) => path !== manifestName));
  for (const file of read.data.files) {
    if (!present.delete(file.path)) throw new BackupRefused(`${folder}: ${file.path} is missing.`);
    const { bytes, sha256 } = await describeFile(folder, file.path);
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw new BackupRefused(`${folder}: ${file.path} was changed or is damaged.`);
  }
  const [extra] = present;
  if (extra) throw new BackupRefused(`${folder}: ${extra} does not belong to the back-up.`);
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
