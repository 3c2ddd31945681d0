import type { Handlers } from "#base/server/http/handlers.ts";
import type { ViewsCalls } from "../contract/views.calls.ts";
import { changeView, createView, deleteView, showViews } from "./views.ts";

export const viewHandlers: Handlers<ViewsCalls> = {
  "GET Clients/CampaignViews/index": ({ ctx }) => showViews(ctx),
  "POST Clients/CampaignViews/create": ({ ctx, body }) => createView(ctx, body),
  "PUT Clients/CampaignViews/{id}": ({ ctx, params, body }) => changeView(ctx, { ...body, id: params.id }),
  "DELETE Clients/CampaignViews/{id}": ({ ctx, params }) => deleteView(ctx, { id: params.id }),
};
