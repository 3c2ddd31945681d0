import { constants, copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";

/**
 * Copies a folder of many small files: in a thread, file after file, which takes a fifth of the time of the same work in
 * promises. Waits for its two paths, so that it has started when the work begins.
 */
export type CopyRequest = { from: string; to: string };

const port = parentPort;
if (!port) throw new Error("this file runs as a worker thread");

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    // Where the file system can, both share their blocks until one of them changes.
    else if (entry.isFile()) copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

port.once("message", ({ from, to }: CopyRequest) => {
  copyFolder(from, to);
  port.close();
});
