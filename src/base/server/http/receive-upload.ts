import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Resumable } from "../../shared/contract.ts";
import { Refusal } from "../../shared/refusals.ts";
import type { ReadContext } from "../context.ts";
import type { Db } from "../db/db.ts";
import { newId } from "../ids.ts";
import type { UploadHandler } from "./handlers.ts";
import { takePart } from "./take-part.ts";
import { parseUploadMetadata } from "./upload-metadata.ts";
import type { UploadRecord } from "./uploads.store.ts";
import * as store from "./uploads.store.ts";
import { makeInputParser } from "./validation.ts";

/** A part of an upload: where it begins, and its bytes while they arrive. */
export type UploadPart = { offset: number; chunks: AsyncIterable<Buffer> };

/**
 * The uploads of one resumable call: size, owner, expiry and order are checked here, the bytes go to the call's
 * handler. One request at a time holds an upload.
 */
export function makeUploads(
  call: string,
  { metadata, maxBytes, hours }: Resumable,
  handler: UploadHandler<unknown, unknown>,
) {
  const parseMetadata = makeInputParser(metadata);
  const toUpload = ({ id, bytes, metadata }: Pick<UploadRecord, "id" | "bytes" | "metadata">) => ({
    id,
    bytes,
    metadata: parseMetadata(parseUploadMetadata(metadata)),
  });

  async function discard(db: Db, upload: { merchant_id: string; id: string }): Promise<void> {
    await handler.abort(upload.id);
    await store.deleteUpload(db, upload);
  }

  /** Runs `work` while no other request may change the upload; refuses when one holds it. */
  async function holding<T>(ctx: ReadContext, upload: UploadRecord, work: () => Promise<T>): Promise<T> {
    const isOurs = await store.leaseUpload(ctx, upload.id, upload.received_bytes);
    if (!isOurs) return baseRefusals.refuse("base.upload_busy");
    try {
      return await work();
    } finally {
      await store.releaseUpload(ctx, upload.id);
    }
  }

  /** Hands over the complete bytes. A refused file is discarded; after a fault the next request tries again. */
  async function finish(ctx: ReadContext, upload: UploadRecord): Promise<unknown> {
    try {
      const result = await handler.finish(ctx, toUpload(upload));
      await store.recordResult(ctx, upload.id, result);
      await handler.abort(upload.id);
      return result;
    } catch (error) {
      if (error instanceof Refusal)
        await discard(ctx.db, { merchant_id: ctx.actor.merchantId, id: upload.id });
      throw error;
    }
  }

  return {
    /** Begins an upload of that many bytes; the merchant's oldest unfinished ones make place for it. */
    async begin(ctx: ReadContext, { bytes, metadata }: { bytes: number; metadata: string }) {
      if (bytes > maxBytes) return baseRefusals.refuse("base.too_large");
      const upload = toUpload({ id: newId("upl"), bytes, metadata });
      await handler.begin(ctx, upload);
      for (const old of await store.listDiscardable(ctx, call)) await discard(ctx.db, old);
      const expiresAt = await store.insertUpload(ctx, { id: upload.id, call, bytes, metadata, hours });
      return { id: upload.id, expiresAt };
    },

    /** The merchant's upload; refuses an unknown and an expired one. */
    async load(ctx: ReadContext, id: string): Promise<UploadRecord> {
      const upload = await store.findUpload(ctx, { id, call });
      if (!upload) return baseRefusals.refuse("base.not_found");
      return upload.is_expired ? baseRefusals.refuse("base.upload_expired") : upload;
    },

    /**
     * Stores a part, also one that breaks off or falls silent, and finishes with the last one; returns how many bytes
     * there are.
     */
    async receive(ctx: ReadContext, upload: UploadRecord, { offset, chunks }: UploadPart): Promise<number> {
      if (offset !== upload.received_bytes) return baseRefusals.refuse("base.upload_offset_wrong");
      if (upload.result !== null) return offset;
      return holding(ctx, upload, async () => {
        const part = takePart(chunks, { maxBytes: upload.bytes - offset });
        const stored = await handler.append(upload.id, offset, part.chunks);
        if (part.isTooLong()) return baseRefusals.refuse("base.too_large");
        await store.addReceivedBytes(ctx, upload.id, stored);
        if (offset + stored === upload.bytes) await finish(ctx, upload);
        return offset + stored;
      });
    },

    /** What became of the complete upload; finishes one whose last request was interrupted. */
    async answer(ctx: ReadContext, upload: UploadRecord): Promise<unknown> {
      if (upload.result !== null) return upload.result;
      if (upload.received_bytes < upload.bytes) return baseRefusals.refuse("base.upload_not_complete");
      return holding(ctx, upload, () => finish(ctx, upload));
    },

    /** Discards an upload; what was made of a finished one stays. */
    async terminate(ctx: ReadContext, upload: UploadRecord): Promise<void> {
      const own = { merchant_id: ctx.actor.merchantId, id: upload.id };
      if (upload.result !== null) return discard(ctx.db, own);
      await holding(ctx, upload, () => discard(ctx.db, own));
    },
  };
}
