import { z } from "zod";
import { defineCalls } from "#base/shared/contract.ts";
import { savedView, savedViewFields } from "./list.ts";
import { id } from "./shapes.ts";

const access = { subject: "campaign", action: "read" } as const;
const byId = z.object({ id });

/** The saved views of the list: each member has their own. */
export const viewsCalls = defineCalls({
  "GET Clients/CampaignViews/index": {
    summary: "The member's saved views of the list with the number of campaigns in each, and the list's own",
    access,
    answer: z.object({
      all: z.number().int(),
      active: z.number().int(),
      needs_decision: z.number().int(),
      items: z.array(savedView),
    }),
  },
  "POST Clients/CampaignViews/create": {
    summary: "Saves how the member looks at the list under a name",
    access,
    body: savedViewFields,
    answer: savedView,
    refusals: ["campaigns.view_name_used", "campaigns.views_too_many"],
  },
  "PUT Clients/CampaignViews/{id}": {
    summary: "Renames a saved view, or saves another look under it",
    access,
    params: byId,
    body: savedViewFields,
    answer: savedView,
    refusals: ["campaigns.view_name_used"],
  },
  "DELETE Clients/CampaignViews/{id}": {
    summary: "Deletes a saved view; no campaign changes",
    access,
    params: byId,
    answer: z.object({}),
  },
});

export type ViewsCalls = typeof viewsCalls;
