import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { adsLibraryCalls } from "../contract/ads-library.calls.ts";
import { staffLibraryCalls } from "../contract/staff-library.calls.ts";
import { chooseSector, showSector } from "./choose-sector.ts";
import {
  collectItem,
  createCollection,
  deleteCollection,
  dropItem,
  noteItem,
  renameCollection,
  showCollections,
} from "./collect.ts";
import { importRows } from "./import-rows.ts";
import { addRow, archiveRow, editRow } from "./keep-rows.ts";
import type { LibraryDeps } from "./library.deps.ts";
import { listItems } from "./list-items.ts";
import { listRows } from "./list-rows.ts";
import { loadItem } from "./load-items.ts";
import { describeWinner, makeDraft } from "./make-draft.ts";
import { openRowFile, uploadRowFile, uploadRowPoster } from "./row-files.ts";

export function mountLibrary(app: FastifyInstance, http: HttpContext, deps: LibraryDeps): void {
  mountMerchants(app, http, deps);
  mountStaff(app, http, deps);
}

function mountMerchants(app: FastifyInstance, http: HttpContext, deps: LibraryDeps): void {
  const present = { ...deps, links: http.links };
  const show = loadItem(present);
  const open = openRowFile(deps);
  /** An item after a change of what is the merchant's own. */
  const shown = async (ctx: ReadContext, id: string, work: Promise<void>) => {
    await work;
    return show(ctx, id);
  };
  mountCalls(app, http, adsLibraryCalls, {
    "GET Clients/AdsLibrary/index": ({ ctx, query }) => listItems(present)(ctx, query),
    "GET Clients/AdsLibrary/items/{id}": ({ ctx, params }) => show(ctx, params.id),
    "GET Clients/AdsLibrary/items/{id}/file": ({ db, params }) => open(db, { ...params, which: "file" }),
    "GET Clients/AdsLibrary/items/{id}/thumbnail": ({ db, params }) =>
      open(db, { ...params, which: "thumbnail" }),
    "PUT Clients/AdsLibrary/items/{id}/note": ({ ctx, params: { id }, body }) =>
      shown(ctx, id, noteItem(ctx, { itemId: id, text: body.text })),
    "PUT Clients/AdsLibrary/items/{id}/structure": ({ ctx, params: { id }, body }) =>
      shown(ctx, id, describeWinner(ctx, { itemId: id, structure: body })),
    "POST Clients/AdsLibrary/items/{id}/draft": ({ ctx, params }) =>
      makeDraft(deps)(ctx, { itemId: params.id }),
    "GET Clients/AdsLibrary/collections": ({ ctx }) => showCollections(ctx),
    "POST Clients/AdsLibrary/collections": ({ ctx, body }) => createCollection(ctx, body),
    "PUT Clients/AdsLibrary/collections/{id}": ({ ctx, params, body }) =>
      renameCollection(ctx, { ...params, ...body }),
    "DELETE Clients/AdsLibrary/collections/{id}": ({ ctx, params }) => deleteCollection(ctx, params),
    "PUT Clients/AdsLibrary/collections/{id}/items/{item_id}": ({ ctx, params }) =>
      collectItem(ctx, { collectionId: params.id, itemId: params.item_id }),
    "DELETE Clients/AdsLibrary/collections/{id}/items/{item_id}": ({ ctx, params }) =>
      dropItem(ctx, { collectionId: params.id, itemId: params.item_id }),
    "GET Clients/AdsLibrary/sector": ({ ctx }) => showSector(ctx),
    "PUT Clients/AdsLibrary/sector": ({ ctx, body }) =>
      chooseSector(ctx, { sector: body.sector, isShared: body.is_shared }),
  });
}

function mountStaff(app: FastifyInstance, http: HttpContext, deps: LibraryDeps): void {
  mountCalls(app, http, staffLibraryCalls, {
    "GET Staff/AdsLibrary/rows": ({ ctx, query }) => listRows(ctx, query),
    "POST Staff/AdsLibrary/rows": ({ ctx, body }) => addRow(deps)(ctx, body),
    "PUT Staff/AdsLibrary/rows/{id}": ({ ctx, params, body }) => editRow(deps)(ctx, { ...body, ...params }),
    "POST Staff/AdsLibrary/rows/{id}/archive": ({ ctx, params }) =>
      archiveRow(deps)(ctx, { ...params, isArchived: true }),
    "POST Staff/AdsLibrary/rows/{id}/restore": ({ ctx, params }) =>
      archiveRow(deps)(ctx, { ...params, isArchived: false }),
    "POST Staff/AdsLibrary/rows/{id}/file": ({ ctx, params, file }) =>
      uploadRowFile(deps)(ctx, { ...params, file }),
    "POST Staff/AdsLibrary/rows/{id}/poster": ({ ctx, params, file }) =>
      uploadRowPoster(deps)(ctx, { ...params, file }),
    "GET Staff/AdsLibrary/rows/{id}/thumbnail": ({ db, params }) =>
      openRowFile(deps)(db, { ...params, which: "thumbnail", mayBeArchived: true }),
    "POST Staff/AdsLibrary/import": ({ ctx, file, language }) => importRows(deps)(ctx, { file, language }),
  });
}
