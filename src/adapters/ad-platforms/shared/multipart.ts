import { randomBytes } from "node:crypto";
import type { HttpRequest } from "#base/server/http-client.ts";

type FilePart = {
  /** The name of the part that holds the file; "file" by default. */
  part?: string;
  fileName: string;
  mime: string;
  length: number;
  bytes: AsyncIterable<Uint8Array>;
  fields?: Record<string, string>;
};

/** A multipart form with a streamed file: its whole length is known before its first byte (RFC 7578). */
export function filePart({
  part = "file",
  fileName,
  mime,
  length,
  bytes,
  fields = {},
}: FilePart): NonNullable<HttpRequest["stream"]> {
  const boundary = `rawaj-${randomBytes(16).toString("hex")}`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="${part}"; filename="${plainName(fileName)}"`;
  const head = Buffer.from(
    `${texts.join("")}--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${mime}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

  async function* whole() {
    yield head;
    yield* bytes;
    yield tail;
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + length + tail.length,
    bytes: whole(),
  };
}

/** A merchant's file name can contain anything; a header cannot. */
function plainName(name: string): string {
  return name.replace(/[^\w.-]+/g, "_").slice(-100) || "file";
}
