import type { Readable } from "node:stream";
import type {} from "@fastify/multipart"; // types of request.parts()
import type { FastifyRequest } from "fastify";
import { baseRefusals } from "../../shared/base.refusals.ts";

/** A file part that is still streaming: read `stream` to its end or throw. */
export type UploadedFile = { fieldName: string; fileName: string; mimeType: string; stream: Readable };

/**
 * Text parts up to the first file, and that file as a stream: nothing is held in memory. Without a file part all
 * text parts are read. Parts named twice are refused.
 */
export async function readMultipart(
  request: FastifyRequest,
): Promise<{ text: Record<string, string>; file: UploadedFile | undefined }> {
  const text: Record<string, string> = {};
  for await (const part of request.parts()) {
    if (part.type === "file") {
      const { fieldname, filename, mimetype, file } = part;
      return {
        text,
        file: { fieldName: fieldname, fileName: filename ?? "", mimeType: mimetype, stream: file },
      };
    }
    if (part.valueTruncated) return baseRefusals.refuse("base.too_large", {}, part.fieldname);
    if (part.fieldname in text) return baseRefusals.refuse("base.body_malformed");
    text[part.fieldname] = String(part.value ?? "");
  }
  return { text, file: undefined };
}
