import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { brandKitCalls } from "../contract/brand-kit.calls.ts";
import { designChatCalls } from "../contract/design-chat.calls.ts";
import { designerCalls } from "../contract/designer.calls.ts";
import { openLogo, removeLogo, saveBrandKit, saveLogo, showBrandKit } from "./brand-kit.ts";
import { changeBySentence, undoChange } from "./change-by-sentence.ts";
import { changeDesign, removeDesign } from "./change-design.ts";
import { createDesigns } from "./create-designs.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import { findDesign, listDesigns } from "./designs.store.ts";
import { loadState } from "./load-state.ts";
import { presentDesign, presentSummary, toPreviewUrl } from "./present-design.ts";
import { saveToLibrary } from "./save-to-library.ts";
import { drawFile, drawPreviewFile, showSize } from "./show-size.ts";
import { useInDraft } from "./use-in-draft.ts";

export function mountDesigner(app: FastifyInstance, http: HttpContext, deps: DesignerDeps): void {
  const { links } = http;
  const present = presentDesign(deps);
  mountCalls(app, http, designerCalls, {
    "GET Clients/DigitalDesigner/state": ({ ctx }) => loadState(deps)(ctx),
    "POST Clients/DigitalDesigner/designs": async ({ ctx, body }) => ({
      items: (await createDesigns(deps)(ctx, body)).map((row) => presentSummary(row, links)),
    }),
    "GET Clients/DigitalDesigner/designs": async ({ ctx, query: { after = null, size } }) => {
      const rows = await listDesigns(ctx, { after, limit: size + 1 });
      const shown = rows.slice(0, size);
      const next = rows.length > size ? (shown.at(-1)?.id ?? null) : null;
      return { items: shown.map((row) => presentSummary(row, links)), next };
    },
    "GET Clients/DigitalDesigner/designs/{id}": async ({ ctx, params }) =>
      present(ctx, (await findDesign(ctx, params.id)) ?? baseRefusals.refuse("base.not_found"), links),
    "PUT Clients/DigitalDesigner/designs/{id}": async ({ ctx, params, body }) =>
      present(ctx, await changeDesign(deps)(ctx, { ...params, ...body }), links),
    "DELETE Clients/DigitalDesigner/designs/{id}": ({ ctx, params }) => removeDesign(deps)(ctx, params),
    "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}": async ({ ctx, params }) => {
      const { row, ...verdicts } = await showSize(deps)(ctx, params);
      const { placement } = params;
      return {
        placement,
        version: row.version,
        preview_url: toPreviewUrl(row, placement, links),
        ...verdicts,
      };
    },
    "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}/preview": async ({ ctx, params }) =>
      toFile("image/webp", "preview.webp", await drawPreviewFile(deps)(ctx as ReadContext, params)),
    "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}/file": async ({ ctx, params, query }) => {
      const { bytes, fileName } = await drawFile(deps)(ctx, { ...params, ...query });
      return toFile(`image/${query.format}`, fileName, bytes);
    },
    "POST Clients/DigitalDesigner/designs/{id}/library": ({ ctx, params, body }) =>
      saveToLibrary(deps)(ctx, { ...params, ...body, links }),
    "POST Clients/DigitalDesigner/designs/{id}/draft": ({ ctx, params, body }) =>
      useInDraft(deps)(ctx, {
        designId: params.id,
        mediaIds: body.media_ids,
        draftId: body.draft_id,
        adKey: body.ad_key,
      }),
  });
  mountCalls(app, http, designChatCalls, {
    "POST Clients/DigitalDesigner/requests/{id}/changes": async ({ ctx, params, body }) => {
      const { rows, ...said } = await changeBySentence(deps)(ctx, { requestId: params.id, ...body });
      return { ...said, items: rows.map((row) => presentSummary(row, links)) };
    },
    "POST Clients/DigitalDesigner/changes/{id}/undo": async ({ ctx, params }) => ({
      items: (await undoChange(deps)(ctx, params)).map((row) => presentSummary(row, links)),
    }),
  });
  mountCalls(app, http, brandKitCalls, {
    "GET Clients/DigitalDesigner/brand-kit": ({ ctx }) => showBrandKit(ctx, links),
    "PUT Clients/DigitalDesigner/brand-kit": ({ ctx, body }) => saveBrandKit(deps)(ctx, body, links),
    "POST Clients/DigitalDesigner/brand-kit/logo": ({ ctx, file }) => saveLogo(deps)(ctx, file, links),
    "DELETE Clients/DigitalDesigner/brand-kit/logo": ({ ctx }) => removeLogo(deps)(ctx, links),
    "GET Clients/DigitalDesigner/brand-kit/logo": ({ ctx }) => openLogo(deps)(ctx as ReadContext),
  });
}

const toFile = (mime: string, fileName: string, bytes: Buffer): FileContent => ({
  mime,
  fileName,
  bytes: bytes.length,
  open: async (part) => Readable.from([part ? bytes.subarray(part.start, part.end + 1) : bytes]),
});
