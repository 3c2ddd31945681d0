import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before a program (`--import`), in each of its threads: while the file that FULL_DISK_SIGN names exists, files
 * below FULL_DISK_FOLDER cannot grow, as on a full disk. Existing bytes may be overwritten.
 */
const { FULL_DISK_FOLDER: folder = "/nowhere", FULL_DISK_SIGN: sign = "/nowhere" } = process.env;
const paths = new Map<number, string>();
const plain = { ...fs };

type Buffers = ArrayBufferView | readonly ArrayBufferView[] | string;

const getByteLength = (data: Buffers): number =>
  typeof data === "string"
    ? Buffer.byteLength(data)
    : Array.isArray(data)
      ? data.reduce((sum, part: ArrayBufferView) => sum + part.byteLength, 0)
      : (data as ArrayBufferView).byteLength;

/** The error of a write past the end of the file; undefined when there is room for it. */
function findNoSpaceError(fd: number, length: number, position: unknown): NodeJS.ErrnoException | undefined {
  if (!paths.has(fd) || !plain.existsSync(sign)) return undefined;
  const { size } = plain.fstatSync(fd);
  const end = (typeof position === "number" ? position : size) + length;
  if (end <= size) return undefined;
  return Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    errno: -28,
    syscall: "write",
  });
}

function trackFile(path: unknown, fd: number): void {
  if (String(path).startsWith(folder)) paths.set(fd, String(path));
  else paths.delete(fd);
}

Object.assign(fs, {
  openSync(path: fs.PathLike, flags: fs.OpenMode, mode?: fs.Mode) {
    const fd = plain.openSync(path, flags, mode);
    trackFile(path, fd);
    return fd;
  },
  open(path: fs.PathLike, ...rest: unknown[]) {
    const done = rest.pop() as (error: Error | null, fd: number) => void;
    const opened = (error: Error | null, fd: number) => {
      if (!error) trackFile(path, fd);
      done(error, fd);
    };
    (plain.open as (...all: unknown[]) => void)(path, ...rest, opened);
  },
  writeSync(
    fd: number,
    data: NodeJS.ArrayBufferView,
    offset?: number,
    length?: number,
    position?: number | null,
  ) {
    const error = findNoSpaceError(fd, length ?? getByteLength(data), position);
    if (error) throw error;
    return plain.writeSync(fd, data, offset, length, position);
  },
  write(fd: number, data: ArrayBufferView, ...rest: unknown[]) {
    const done = rest.at(-1) as (error: Error) => void;
    const error = findNoSpaceError(fd, typeof rest[1] === "number" ? rest[1] : getByteLength(data), rest[2]);
    if (error) return void process.nextTick(done, error);
    (plain.write as (...all: unknown[]) => void)(fd, data, ...rest);
  },
  writev(fd: number, data: readonly ArrayBufferView[], ...rest: unknown[]) {
    const done = rest.at(-1) as (error: Error) => void;
    const error = findNoSpaceError(fd, getByteLength(data), rest[0]);
    if (error) return void process.nextTick(done, error);
    (plain.writev as (...all: unknown[]) => void)(fd, data, ...rest);
  },
});
syncBuiltinESMExports();
