import type { FileFacts } from "../../domain/check-file.ts";
import { sniffedBytes, sniffType } from "../../domain/sniff-type.ts";

const nothing = { width: 0, height: 0, seconds: null, videoCodec: null, audioCodec: null };

/** What a file is, read from its own bytes on this device: a few of a video's, all of a picture's. */
export async function readFacts(file: Blob): Promise<FileFacts> {
  const mime = sniffType(new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer()));
  const known = { mime, bytes: file.size };
  if (mime?.startsWith("video/")) return { kind: "video", ...known, ...(await readVideoFacts(file)) };
  if (!mime?.startsWith("image/")) return { kind: null, ...known, ...nothing };
  const kind = mime === "image/gif" ? "animated_image" : "image";
  return { kind, ...known, ...nothing, ...(await readPixels(file)) };
}

/** The displayed size, with the camera's rotation; zero where this browser cannot open the picture. */
async function readPixels(file: Blob): Promise<{ width: number; height: number }> {
  try {
    const { width, height, close } = await openPicture(file);
    close();
    return { width, height };
  } catch {
    return { width: 0, height: 0 };
  }
}

/** A decoded picture; `close` gives its memory back. Throws for what this browser cannot decode. */
export async function openPicture(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  return { bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
}

/** The reader of containers and codecs is a large library, loaded with the first video. */
async function readVideoFacts(file: Blob) {
  const { readVideo } = await import("./video-file.ts");
  return (await readVideo(file)) ?? nothing;
}
