import { z } from "zod";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeChunkReader } from "../shared/chunk-reader.ts";
import { filePart } from "../shared/multipart.ts";
import { parseAs } from "../shared/parse-as.ts";
import { rejected } from "./faults.ts";
import type { Graph } from "./graph.ts";

const limitMs = 300_000;

const imagesSchema = z.looseObject({ images: z.record(z.string(), z.looseObject({ hash: z.string() })) });
const offsetsSchema = z.looseObject({ start_offset: z.coerce.number(), end_offset: z.coerce.number() });
const uploadStartSchema = offsetsSchema.extend({ upload_session_id: z.string(), video_id: z.string() });

/** Streams an image to Meta, and returns its hash. */
export async function uploadImage(
  graph: Graph,
  account: AdAccountContext,
  file: AdMedia,
  name: string,
): Promise<string> {
  const bytes = makeChunkReader((await file.open()) as AsyncIterable<Uint8Array>);
  try {
    const stream = filePart({
      fileName: name,
      mime: file.mime,
      length: file.bytes,
      bytes: bytes.next(file.bytes),
    });
    const path = `/act_${account.adAccountId}/adimages`;
    const response = parseAs(imagesSchema, await graph.upload(account.accessToken, path, stream, limitMs));
    const [image] = Object.values(response.images);
    if (!image) throw rejected("an upload without an image", "ad_accounts:media_refused");
    return image.hash;
  } finally {
    await bytes.close();
  }
}

/**
 * Uploads a video in the chunks that Meta asks for, each read only when it is sent, with our reference as its title.
 * Returns its id; Meta then still processes it.
 */
export async function uploadVideo(graph: Graph, account: AdAccountContext, file: AdMedia): Promise<string> {
  const path = `/act_${account.adAccountId}/advideos`;
  const { accessToken } = account;
  const start = parseAs(
    uploadStartSchema,
    await graph.write(accessToken, path, { upload_phase: "start", file_size: file.bytes }),
  );
  const { upload_session_id, video_id } = start;
  const bytes = makeChunkReader((await file.open()) as AsyncIterable<Uint8Array>);
  try {
    let nextChunk: z.output<typeof offsetsSchema> = start;
    while (nextChunk.start_offset < nextChunk.end_offset) {
      const length = nextChunk.end_offset - nextChunk.start_offset;
      const stream = filePart({
        part: "video_file_chunk",
        fileName: "chunk",
        mime: file.mime,
        length,
        bytes: bytes.next(length),
        fields: { upload_phase: "transfer", upload_session_id, start_offset: String(nextChunk.start_offset) },
      });
      nextChunk = parseAs(offsetsSchema, await graph.upload(accessToken, path, stream, limitMs));
    }
  } finally {
    await bytes.close();
  }
  await graph.write(accessToken, path, { upload_phase: "finish", upload_session_id, title: file.reference });
  return video_id;
}
