import { rm } from "node:fs/promises";
import type { Context, ReadContext } from "#base/server/context.ts";
import type { Upload, UploadHandler } from "#base/server/http/handlers.ts";
import type { Media } from "../contract/creative.calls.ts";
import type { MediaRecord } from "./media.store.ts";
import { refuseTooBig } from "./receive-file.ts";
import { refuseFull } from "./refuse-full.ts";
import { sumReserved } from "./reserved-space.ts";
import type { StoreDeps } from "./store-media.ts";
import { makeUploadHashes } from "./upload-hashes.ts";
import { addMedia, type Place, readPromise } from "./upload-media.ts";
import { findStoredBytes, lockUsage } from "./usage.store.ts";

type Metadata = Place & { filename: string };

/** An upload in parts: its bytes gather in storage, and become media by the same use case as any other upload. */
export function resumeUpload(
  deps: StoreDeps,
  present: (row: MediaRecord) => Media,
): UploadHandler<Metadata, Media> {
  const { storage } = deps;
  const hashes = makeUploadHashes();
  return {
    begin: reserveSpace(deps),
    append: (uploadId, offset, bytes) =>
      hashes.follow(uploadId, { offset, bytes }, (hashed) =>
        storage.appendToUpload(uploadId, offset, hashed),
      ),
    flush: storage.flushUpload,
    async finish(ctx: ReadContext, { id, bytes, metadata: { filename: fileName, ...place } }) {
      const path = await storage.gatherUpload(id);
      const source = { path, sha256: hashes.find(id, bytes) };
      try {
        return present(await addMedia(deps)(ctx, { place, fileName, source, isReserved: true }));
      } finally {
        await rm(path, { force: true });
      }
    },
    abort(uploadId) {
      hashes.forget(uploadId);
      return storage.removeUpload(uploadId);
    },
  };
}

/**
 * Refuses an upload that would be refused at its end, as far as its name and its size tell. Until it ends, its bytes
 * count as reserved.
 */
const reserveSpace =
  ({ quotaBytes }: StoreDeps) =>
  async (ctx: Context, { bytes, metadata: { filename, ...place } }: Upload<Metadata>): Promise<void> => {
    const { limits } = readPromise(place, filename);
    if (bytes > limits.maxBytes) refuseTooBig(limits.maxBytes);
    await lockUsage(ctx);
    const taken = (await findStoredBytes(ctx)) + (await sumReserved(ctx));
    refuseFull({ bytes, taken, quotaBytes });
  };
