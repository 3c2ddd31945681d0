import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Resumable } from "../../shared/contract.ts";
import { Refusal } from "../../shared/refusals.ts";
import { type ReadContext, transact } from "../context.ts";
import { newId } from "../ids.ts";
import { yieldToRequests } from "../yield-to-requests.ts";
import { clearUploads } from "./clear-uploads.ts";
import type { UploadHandler } from "./handlers.ts";
import { slicePart } from "./slice-part.ts";
import { takePart } from "./take-part.ts";
import { parseUploadMetadata } from "./upload-metadata.ts";
import type { UploadRecord } from "./uploads.store.ts";
import * as store from "./uploads.store.ts";
import { makeInputParser } from "./validation.ts";

/**
 * So many bytes are stored and counted at a time. One slice reaches the disk while the next one arrives, so a process
 * that is killed loses no more than two.
 */
const sliceBytes = 8 * 1_048_576;
/** After so many bytes, the requests that came meanwhile go first. */
const yieldBytes = 2 * 1_048_576;
/** How often a request that holds an upload renews its lease; well below `leaseSeconds`. */
const renewMs = 2_500;

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

  async function discard({ db, actor }: ReadContext, id: string): Promise<void> {
    await handler.abort(id);
    await store.deleteUpload(db, { merchant_id: actor.merchantId, id });
  }

  /** Runs `work` while no other request may change the upload; refuses when one holds it. */
  async function holding<T>(ctx: ReadContext, upload: UploadRecord, work: () => Promise<T>): Promise<T> {
    const isOurs = await store.leaseUpload(ctx, upload.id, upload.received_bytes);
    if (!isOurs) return baseRefusals.refuse("base.upload_busy");
    // A lease that cannot be renewed ends by itself, and the next request goes on from what was counted.
    const timer = setInterval(() => void store.renewLease(ctx, upload.id).catch(() => {}), renewMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await store.releaseUpload(ctx, upload.id);
    }
  }

  /** Counts appended bytes once no crash can lose them; refuses when another request has counted there meanwhile. */
  async function count(ctx: ReadContext, id: string, slice: { from: number; bytes: number }): Promise<void> {
    if (slice.bytes > 0) await handler.flush(id);
    const isCounted = await store.addReceivedBytes(ctx, id, slice);
    if (!isCounted) baseRefusals.refuse("base.upload_busy");
  }

  /** Hands over the complete bytes. A refused file is discarded; after a fault the next request tries again. */
  async function finish(ctx: ReadContext, upload: UploadRecord): Promise<unknown> {
    try {
      const result = await handler.finish(ctx, toUpload(upload));
      await store.recordResult(ctx, upload.id, result);
      await handler.abort(upload.id);
      return result;
    } catch (error) {
      if (error instanceof Refusal) await discard(ctx, upload.id);
      throw error;
    }
  }

  return {
    /** Begins an upload of that many bytes; the merchant's oldest unfinished ones make place for it. */
    async begin(ctx: ReadContext, { bytes, metadata }: { bytes: number; metadata: string }) {
      if (bytes > maxBytes) return baseRefusals.refuse("base.too_large");
      const upload = toUpload({ id: newId("upl"), bytes, metadata });
      const expiresAt = await transact(ctx, async (ctx) => {
        await store.expireOldest(ctx, call);
        await handler.begin(ctx, upload);
        return store.insertUpload(ctx, { id: upload.id, call, bytes, metadata, hours });
      });
      await clearUploads(ctx.db, { call, limit: 10 }, handler.abort);
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
        let received = offset;
        let counted = Promise.resolve();
        for await (const slice of slicePart(yielding(part.chunks), sliceBytes)) {
          const from = received;
          const bytes = await handler.append(upload.id, from, slice);
          await counted;
          if (part.isTooLong()) return baseRefusals.refuse("base.too_large");
          received += bytes;
          counted = count(ctx, upload.id, { from, bytes });
          counted.catch(() => {}); // told when it is awaited
        }
        await counted;
        if (received === upload.bytes) await finish(ctx, upload);
        return received;
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
      if (upload.result !== null) return discard(ctx, upload.id);
      await holding(ctx, upload, () => discard(ctx, upload.id));
    },
  };
}

/** The same chunks, at the pace that other requests leave to them. */
async function* yielding(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = yieldBytes;
  for await (const chunk of chunks) {
    if (left <= 0) {
      await yieldToRequests();
      left = yieldBytes;
    }
    left -= chunk.length;
    yield chunk;
  }
}
