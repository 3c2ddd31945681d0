import { fileTypeFromBuffer } from "file-type";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import { messageFileBytesMax, messageFileMimes } from "../contract/consultations-enums.ts";
import type { MessageFile } from "./messages.store.ts";

/**
 * A message's file, at most 5 MB in memory. Its kind is that of its bytes, not the one its name claims. Refuses one that is
 * too large, and one that is neither a picture nor a PDF.
 */
export async function readMessageFile(file: UploadedFile): Promise<MessageFile> {
  const bytes = await readBytes(file);
  const type = await fileTypeFromBuffer(bytes);
  const mime = messageFileMimes.find((allowed) => allowed === type?.mime);
  if (!type || !mime) return consultationsRefusals.refuse("consultations.file_not_allowed", {}, "file");
  return { name: toFileName(file.fileName, type.ext), mime, bytes };
}

async function readBytes({ stream }: UploadedFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // What is too large is read to its end and thrown away, so that the browser hears why.
    if (size <= messageFileBytesMax) chunks.push(chunk);
  }
  if (size > messageFileBytesMax)
    consultationsRefusals.refuse("consultations.file_too_large", { max: 5 }, "file");
  return Buffer.concat(chunks);
}

/** As it was called, without a path, and with the ending of what it is. */
function toFileName(name: string, ending: string): string {
  const base = name
    .replace(/^.*[\\/]/, "")
    .replace(/\.\w{1,5}$/, "")
    .replace(/[^\p{L}\p{N} ._-]/gu, "")
    .trim()
    .slice(0, 80);
  return `${base || "file"}.${ending}`;
}
