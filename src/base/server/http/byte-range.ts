/** The first and the last byte of a range, both included. */
export type ByteRange = { start: number; end: number };

/**
 * The part of the bytes that a Range header requests (RFC 9110, 14.1.2). Undefined where it names no range, several, or
 * another unit: then all of it is sent. "outside" when the part begins after the last byte.
 */
export function parseByteRange(header: string | undefined, bytes: number): ByteRange | "outside" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "")
    return last === "0" ? "outside" : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  const [start, end] = [Number(first), last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1)];
  if (start >= bytes) return "outside";
  return start > end ? undefined : { start, end };
}
