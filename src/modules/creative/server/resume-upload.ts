import type { ReadContext } from "#base/server/context.ts";
import type { UploadHandler } from "#base/server/http/handlers.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "../contract/creative.calls.ts";
import type { MediaRecord } from "./media.store.ts";
import { checkPromise, type UploadDeps, uploadMedia } from "./upload-media.ts";

type Metadata = {
  filename: string;
  platform?: Platform | undefined;
  placement?: Placement | undefined;
};

/** An upload in parts: its bytes gather in storage, and become media by the same use case as any other upload. */
export function resumeUpload(
  deps: UploadDeps,
  present: (row: MediaRecord) => Media,
): UploadHandler<Metadata, Media> {
  const { storage } = deps;
  const upload = uploadMedia(deps);
  return {
    async begin(ctx, { id, bytes, metadata: { filename, ...place } }) {
      await checkPromise(deps)(ctx, { place, fileName: filename, bytes });
      await storage.beginUpload(id);
    },
    append: (uploadId, offset, bytes) => storage.appendToUpload(uploadId, offset, bytes),
    async finish(ctx: ReadContext, { id, metadata: { filename, ...place } }) {
      const stream = await storage.readUpload(id);
      const file = { fileName: filename, stream };
      return present(await upload(ctx, { place, file }));
    },
    abort: (uploadId) => storage.removeUpload(uploadId),
  };
}
