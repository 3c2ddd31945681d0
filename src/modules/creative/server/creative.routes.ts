import type { FastifyInstance } from "fastify";
import type { FileContent } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { creativeCalls } from "../contract/creative.calls.ts";
import { libraryCalls } from "../contract/library.calls.ts";
import { deleteMedia, loadMedia, renameMedia, showUses } from "./change-media.ts";
import { listLibrary } from "./list-library.ts";
import type { MediaRecord } from "./media.store.ts";
import { presentMedia } from "./present-media.ts";
import { resumeUpload } from "./resume-upload.ts";
import { choosePoster } from "./set-poster.ts";
import { showSpace } from "./show-space.ts";
import { type ProductPictureDeps, takeProductPicture } from "./take-product-picture.ts";
import { uploadMedia } from "./upload-media.ts";

export function mountCreative(app: FastifyInstance, context: HttpContext, deps: ProductPictureDeps) {
  mountFiles(app, context, deps);
  mountLibrary(app, context, deps);
}

/** Uploads, and the bytes of what was uploaded. */
function mountFiles(app: FastifyInstance, context: HttpContext, deps: ProductPictureDeps) {
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
    "GET Clients/Media/{id}": async ({ ctx, params }) => present(await loadMedia(ctx, params.id)),
    "GET Clients/Media/{id}/file": async ({ ctx, params }): Promise<FileContent> => {
      const { mime, file_name: fileName, bytes, storage_key } = await loadMedia(ctx, params.id);
      // Players request a video in ranges, and some phones play only servers that support them.
      return { mime, fileName, bytes, open: (part) => storage.open(storage_key, part) };
    },
    "GET Clients/Media/{id}/thumbnail": async ({ ctx, params }): Promise<FileContent> => {
      const { file_name: fileName, thumbnail_key } = await loadMedia(ctx, params.id);
      const found = await storage.stat(thumbnail_key);
      const open = () => storage.open(thumbnail_key);
      return { mime: "image/jpeg", fileName, bytes: found?.bytes ?? null, open };
    },
  });
}

/** The merchant's files as a library. */
function mountLibrary(app: FastifyInstance, context: HttpContext, deps: ProductPictureDeps) {
  const choose = choosePoster(deps);
  const present = (row: MediaRecord) => presentMedia(row, context.links);
  mountCalls(app, context, libraryCalls, {
    "GET Clients/Media/index": async ({ ctx, query }) => {
      const { items, ...page } = await listLibrary(ctx, query);
      return { items: items.map(present), page: query.page, size: query.size, ...page };
    },
    "GET Clients/Media/space": ({ ctx }) => showSpace(deps)(ctx),
    "GET Clients/Media/{id}/uses": ({ ctx, params }) => showUses(ctx, { mediaId: params.id }),
    "PUT Clients/Media/{id}": async ({ ctx, params, body }) =>
      present(await renameMedia(ctx, { mediaId: params.id, fileName: body.file_name })),
    "DELETE Clients/Media/{id}": ({ ctx, params }) => deleteMedia(ctx, { mediaId: params.id }),
    "POST Clients/Media/{id}/poster": async ({ ctx, params, body, file }) =>
      present(await choose(ctx, { mediaId: params.id, seconds: body.seconds, file })),
  });
}
