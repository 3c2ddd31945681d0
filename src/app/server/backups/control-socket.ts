import { createHash } from "node:crypto";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { BackupResult } from "./make-backup.ts";
import { BackupRefused } from "./manifest.ts";

/** What a command may ask of the product that runs on its data folder. */
const command = z.strictObject({ command: z.literal("backup"), target: z.string().min(1).max(4_096) });
type Answer = { result: BackupResult } | { refused: string };

/** The system's own limit is 108 bytes, or 104. */
const longestPath = 100;

/**
 * Where the product of a data folder listens for commands of the machine: a socket that only its own user may open, in the
 * folder itself where its path is short enough.
 */
function toSocketPath(dataFolder: string): string {
  const absolute = join(resolve(dataFolder), "control.sock");
  const name = `rawaj-control-${createHash("sha256").update(absolute).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  const short = [absolute, relative(process.cwd(), absolute)].find((path) => path.length <= longestPath);
  return short ?? join(tmpdir(), `${name}.sock`);
}

/** Listens for commands of this machine until it is closed; the folder's lock keeps a second product away. */
export async function openControl(dataFolder: string, backup: (target: string) => Promise<BackupResult>) {
  const path = toSocketPath(dataFolder);
  const isFile = process.platform !== "win32";
  if (isFile) await rm(path, { force: true }); // left by a process that was killed

  async function answer(socket: Socket): Promise<Answer> {
    const read = command.safeParse(JSON.parse(await text(socket)));
    if (!read.success) return { refused: "not understood" };
    try {
      return { result: await backup(read.data.target) };
    } catch (error) {
      return { refused: (error as Error).message };
    }
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    answer(socket).then(
      (reply) => socket.end(JSON.stringify(reply)),
      () => socket.destroy(),
    );
  });
  const mask = isFile ? process.umask(0o177) : undefined;
  const listening = new Promise<void>((done, fail) => server.once("error", fail).listen(path, done));
  if (mask !== undefined) process.umask(mask);
  await listening;
  if (isFile) await chmod(path, 0o600);
  server.unref();
  return {
    async close() {
      await new Promise<void>((done) => server.close(() => done()));
      if (isFile) await rm(path, { force: true });
    },
  };
}

/** Asks the product that runs on the folder for a back-up; null where none runs. Throws BackupRefused. */
export async function requestBackup(dataFolder: string, target: string): Promise<BackupResult | null> {
  const socket = connect({ path: toSocketPath(dataFolder), allowHalfOpen: true });
  const isOpen = await new Promise<boolean>((done) => {
    socket.once("connect", () => done(true)).once("error", () => done(false));
  });
  if (!isOpen) return null;
  socket.end(JSON.stringify({ command: "backup", target: resolve(target) }));
  const reply = await text(socket);
  if (reply === "") throw new BackupRefused("The product ended before the back-up did.");
  const answer = JSON.parse(reply) as Answer;
  if ("refused" in answer) throw new BackupRefused(answer.refused);
  return answer.result;
}
