import { type FileHandle, open } from "node:fs/promises";
import sharp from "sharp";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { AcceptedMedia } from "../contract/uploads.ts";
import { readMovie, refuseVideo, type VideoFacts } from "../domain/video-facts.ts";
import { refuseOtherType } from "./clean-image.ts";

/** No advertisement has an index larger than this. */
const indexMax = 32 * 1_024 * 1_024;

/**
 * Reads a video's own index, wherever in the file it is: the type its name promised, a length and codecs that a
 * platform accepts. The bytes stay unchanged.
 */
export async function inspectVideo(
  source: string,
  promised: string,
  accepted: AcceptedMedia,
): Promise<VideoFacts> {
  await refuseOtherType(source, promised);
  const index = await readIndex(source);
  const facts = index && readMovie(index);
  if (!facts) return creativeRefusals.refuse("creative.file_broken", {}, "file");
  refuseVideo(facts, accepted);
  return facts;
}

async function readIndex(path: string): Promise<Buffer | null> {
  const file = await open(path);
  try {
    return await findIndex(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** Steps from box to box without reading their content; null where the file ends before its last box does. */
async function findIndex(file: FileHandle, end: number): Promise<Buffer | null> {
  const head = Buffer.alloc(16);
  let index: Buffer | null = null;
  for (let at = 0; at + 8 <= end; ) {
    const { bytesRead } = await file.read(head, 0, 16, at);
    if (bytesRead < 8) return null;
    const declaredSize = head.readUInt32BE(0);
    const start = declaredSize === 1 ? 16 : 8;
    const size = declaredSize === 1 ? Number(head.readBigUInt64BE(8)) : declaredSize || end - at;
    if (size < start || at + size > end) return null;
    if (head.toString("latin1", 4, 8) === "moov" && !index) {
      if (size > indexMax) return null;
      index = Buffer.alloc(size - start);
      await file.read(index, 0, index.length, at + start);
    }
    at += size;
  }
  return index;
}

/** The thumbnail of a video until its poster frame comes: a drawn sign, because nothing here decodes videos. */
export async function drawVideoPlaceholder(target: string): Promise<void> {
  const sign = `<svg xmlns="http://www.w3.org/2000/svg" width="270" height="480"><rect width="270" height="480" fill="#2b2823"/><circle cx="135" cy="240" r="48" fill="#f4efe4"/><path d="M120 212 L164 240 L120 268 Z" fill="#2b2823"/></svg>`;
  await sharp(Buffer.from(sign)).jpeg({ quality: 80 }).toFile(target);
}
