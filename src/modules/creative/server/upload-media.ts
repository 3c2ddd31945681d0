import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadContext } from "#base/server/context.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { AcceptedMedia } from "../contract/uploads.ts";
import {
  type FileType,
  limitsFor,
  parseFileType,
  sanitizeFileName,
  withExtensionFor,
} from "../domain/image-facts.ts";
import { inspectors, type SourceFile } from "./inspect-file.ts";
import type { MediaRecord } from "./media.store.ts";
import { receiveFile } from "./receive-file.ts";
import { type StoreDeps, storeMedia } from "./store-media.ts";

/** Where the file will appear; without a platform only our own limits apply. */
export type Place = {
  platform?: Platform | undefined;
  placement?: Placement | undefined;
};

/**
 * Receives an upload: streamed to disk, checked on its real bytes, images cleaned, stored. The same file again returns
 * the existing one. A refused or failed upload leaves nothing behind.
 */
export const uploadMedia =
  (deps: StoreDeps) =>
  async (
    ctx: ReadContext,
    { place, file }: { place: Place; file: Pick<UploadedFile, "fileName" | "stream"> | undefined },
  ): Promise<MediaRecord> => {
    if (!file) return creativeRefusals.refuse("creative.file_missing", {}, "file");
    const source = await deps.storage.scratchFile();
    try {
      const { limits } = readPromise(place, file.fileName);
      const sha256 = await receiveFile(file.stream, source, limits.maxBytes);
      return await addMedia(deps)(ctx, {
        place,
        fileName: file.fileName,
        source: { path: source, sha256 },
        isReserved: false,
      });
    } finally {
      file.stream.resume();
      await rm(source, { force: true });
    }
  };

/** What a file's name promises, and the limits of such a file at its place; refuses what may not be uploaded. */
export function readPromise(
  { platform, placement }: Place,
  fileName: string,
): { promised: FileType; limits: AcceptedMedia } {
  const promised = parseFileType(fileName);
  const capabilities = platform ? getCapabilities(platform, placement ? [placement] : []) : null;
  return { promised, limits: limitsFor(capabilities, promised) };
}

/**
 * Keeps a file that the product itself made for the merchant, as a design: checked like an upload, yet of any size in
 * pixels, as it is made for one placement each.
 */
export const addMadeFile =
  (deps: StoreDeps) =>
  async (
    ctx: ReadContext,
    { fileName, bytes }: { fileName: string; bytes: Buffer },
  ): Promise<MediaRecord> => {
    const source = await deps.storage.scratchFile();
    try {
      const sha256 = await receiveFile(Readable.from([bytes]), source, bytes.length);
      const file = { fileName, source: { path: source, sha256 } };
      return await addMedia(deps)(ctx, { place: {}, ...file, isReserved: false, isAnySize: true });
    } finally {
      await rm(source, { force: true });
    }
  };

type NewUpload = {
  place: Place;
  fileName: string;
  source: SourceFile;
  isReserved: boolean;
  /** No limits of pixels but those of decoding. */
  isAnySize?: boolean;
};

/** Checks and stores the source file, which is moved or stays. */
export const addMedia =
  (deps: StoreDeps) =>
  async (
    ctx: ReadContext,
    { place, fileName, source, isReserved, isAnySize }: NewUpload,
  ): Promise<MediaRecord> => {
    const image = await deps.storage.scratchFile();
    const thumbnail = await deps.storage.scratchFile();
    try {
      const { promised, limits } = readPromise(place, fileName);
      const accepted = isAnySize ? { ...limits, width: null, height: null } : limits;
      const found = await inspectors[promised.kind]({ source, image, thumbnail }, promised.mime, accepted);
      const name = withExtensionFor(found.mime, sanitizeFileName(fileName));
      return await storeMedia(deps)(ctx, { fileName: name, found, thumbnail, isReserved });
    } finally {
      await Promise.all([image, thumbnail].map((path) => rm(path, { force: true })));
    }
  };
