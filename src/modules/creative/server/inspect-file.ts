import { stat } from "node:fs/promises";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import type { AcceptedMedia } from "../contract/uploads.ts";
import { cleanImage, hashFile, inspectGif } from "./clean-image.ts";
import { drawVideoPlaceholder, inspectVideo } from "./inspect-video.ts";

/** What was uploaded, at a path of this machine; `sha256` where its bytes were hashed as they arrived. */
export type SourceFile = { path: string; sha256: string | null };
/** With the paths at which a cleaned image and the thumbnail are written. */
type Files = { source: SourceFile; image: string; thumbnail: string };

/** What was found in a file's bytes. */
export type FoundFile = {
  kind: MediaKind;
  mime: string;
  width: number;
  height: number;
  seconds: number | null;
  bytes: number;
  sha256: string;
  /** The path of the bytes to store. */
  path: string;
};

type Inspector = (files: Files, promised: string, limits: AcceptedMedia) => Promise<FoundFile>;

/**
 * Checks each kind of file on its bytes, and writes its thumbnail: images are encoded again, the others stay unchanged.
 */
export const inspectors: Record<MediaKind, Inspector> = {
  async image({ source, ...paths }, promised, limits) {
    const clean = await cleanImage(source.path, paths, promised, limits);
    return { kind: "image", ...clean, seconds: null, path: paths.image };
  },
  async video({ source, thumbnail }, promised, limits) {
    const { width, height, seconds } = await inspectVideo(source.path, promised, limits);
    await drawVideoPlaceholder(thumbnail);
    return { kind: "video", mime: promised, width, height, seconds, ...(await describeBytes(source)) };
  },
  async animated_image({ source, thumbnail }, promised) {
    const size = await inspectGif(source.path, thumbnail);
    const bytes = await describeBytes(source);
    return { kind: "animated_image", mime: promised, ...size, seconds: null, ...bytes };
  },
};

async function describeBytes({
  path,
  sha256,
}: SourceFile): Promise<Pick<FoundFile, "bytes" | "sha256" | "path">> {
  const { size } = await stat(path);
  return { bytes: size, sha256: sha256 ?? (await hashFile(path)), path };
}
