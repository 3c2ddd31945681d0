import type { ReadContext } from "#base/server/context.ts";
import { parseUploadMetadata } from "#base/server/http/upload-metadata.ts";
import { listUnfinishedUploads } from "#base/server/http/uploads.store.ts";
import type { MediaSpace } from "../contract/library.calls.ts";
import { uploadsCall } from "./reserved-space.ts";
import { findStoredBytes } from "./usage.store.ts";

/** How much of the merchant's space for files is used and reserved, and the uploads that may be continued. */
export const showSpace =
  ({ quotaBytes }: { quotaBytes: number }) =>
  async (ctx: ReadContext): Promise<MediaSpace> => {
    const used = await findStoredBytes(ctx);
    const uploads = await listUnfinishedUploads(ctx, uploadsCall);
    const reserved = uploads.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      quota_bytes: quotaBytes,
      used_bytes: used,
      reserved_bytes: reserved,
      left_bytes: Math.max(0, quotaBytes - used - reserved),
      unfinished: uploads.map(({ id, bytes, received_bytes, metadata, expires_at }) => ({
        id,
        file_name: parseUploadMetadata(metadata).filename ?? "",
        bytes,
        received_bytes,
        expires_at: expires_at.toISOString(),
      })),
    };
  };
