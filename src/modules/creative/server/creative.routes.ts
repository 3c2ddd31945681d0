import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { SignedLinks } from "#base/server/http/signed-links.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { creativeCalls, type Media } from "../contract/creative.calls.ts";
import { findMedia, listMedia, type MediaRecord } from "./media.store.ts";
import { resumeUpload } from "./resume-upload.ts";
import { type ProductPictureDeps, takeProductPicture } from "./take-product-picture.ts";
import { uploadMedia } from "./upload-media.ts";

export function mountCreative(app: FastifyInstance, context: HttpContext, deps: ProductPictureDeps) {
  const { storage } = deps;
  const upload = uploadMedia(deps);
  const takePicture = takeProductPicture(deps);
  const present = (row: MediaRecord) => presentMedia(row, context.links);
  mountCalls(app, context, creativeCalls, {
    "POST Clients/Media/upload": async ({ ctx, body: place, file }) =>
      present(await upload(ctx, { place, file })),
    "POST Clients/Media/uploads": resumeUpload(deps, present),
    "POST Clients/Media/from-product": async ({ ctx, body: { product_id: productId, ...wanted } }) =>
      present(await takePicture(ctx, { productId, ...wanted })),
    "GET Clients/Media/index": async ({ ctx, query: { page, size } }) => {
      const { items, total } = await listMedia(ctx, { page, size });
      return { items: items.map(present), page, size, total };
    },
    "GET Clients/Media/{id}": async ({ ctx, params }) => present(await loadMedia(ctx, params.id)),
    "GET Clients/Media/{id}/file": async ({ ctx, params }): Promise<FileContent> => {
      const { mime, file_name: fileName, bytes, storage_key } = await loadMedia(ctx, params.id);
      // Players request a video in ranges, and some phones play only servers that support them.
      const open: FileContent["open"] = async (part) =>
        (await storage.open(storage_key, part))?.stream ?? null;
      return { mime, fileName, bytes, open };
    },
    "GET Clients/Media/{id}/thumbnail": async ({ ctx, params }): Promise<FileContent> => {
      const { file_name: fileName, thumbnail_key } = await loadMedia(ctx, params.id);
      const open = async () => (await storage.open(thumbnail_key))?.stream ?? null;
      return { mime: "image/jpeg", fileName, bytes: null, open };
    },
  });
}

async function loadMedia(ctx: ReadContext, mediaId: string): Promise<MediaRecord> {
  return (await findMedia(ctx, mediaId)) ?? baseRefusals.refuse("base.not_found");
}

const toPath = (id: string, which: "file" | "thumbnail") =>
  `/Clients/Media/${encodeURIComponent(id)}/${which}`;

function presentMedia(row: MediaRecord, links: SignedLinks): Media {
  return {
    id: row.id,
    kind: row.kind,
    mime: row.mime,
    file_name: row.file_name,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    seconds: row.seconds,
    url: links.link(toPath(row.id, "file"), row.merchant_id),
    thumbnail_url: links.link(toPath(row.id, "thumbnail"), row.merchant_id),
    created_at: row.created_at.toISOString(),
  };
}
