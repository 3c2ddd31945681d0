import { createHash } from "node:crypto";
import { mkdir, realpath, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class FolderLockedError extends Error {
  constructor(folder: string) {
    super(
      `${folder} is in use by another process. The embedded database has one owner: stop the other one, or set DATABASE_URL.`,
    );
    this.name = "FolderLockedError";
  }
}

/**
 * Makes this process the only owner of a data folder, until it ends. Two owners of one embedded database lose data
 * without an error. The lock is a listening local socket: the system frees it however the process dies.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const name = createHash("sha256")
    .update(await realpath(folder))
    .digest("hex")
    .slice(0, 24);
  const address = toSocketPath(name);
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE" || (await isAlive(address))) throw new FolderLockedError(folder);
    await rm(address, { force: true }); // a socket file left by a dead owner
    return listen(address);
  });
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function toSocketPath(name: string): string {
  if (process.platform === "linux") return `\0rawaj-${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\rawaj-${name}`;
  return join(tmpdir(), `rawaj-${name}.sock`);
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end());
    server.once("error", reject);
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

function isAlive(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
  });
}
