import type { Handlers } from "#base/server/http/handlers.ts";
import type { DraftsCalls } from "../contract/drafts.calls.ts";
import { deleteDraft } from "./delete-draft.ts";
import { listDrafts, showDraft } from "./list-drafts.ts";
import { createDraft, saveDraft } from "./save-draft.ts";

export const draftHandlers: Handlers<DraftsCalls> = {
  "GET Clients/Drafts/index": ({ ctx }) => listDrafts(ctx),
  "GET Clients/Drafts/{id}": ({ ctx, params }) => showDraft(ctx, { draftId: params.id }),
  "POST Clients/Drafts/create": ({ ctx, body }) => createDraft(ctx, body),
  "PUT Clients/Drafts/{id}": ({ ctx, params, body }) => saveDraft(ctx, { ...body, id: params.id }),
  "DELETE Clients/Drafts/{id}": ({ ctx, params, query: { revision, device = "" } }) =>
    deleteDraft(ctx, {
      draftId: params.id,
      seen: revision === undefined ? null : { revision, device },
    }),
};
