import { z } from "zod";
import { defineCalls, requiredText } from "#base/shared/contract.ts";
import { sentenceMax } from "./change-enums.ts";
import { designChangeSchema } from "./design-changes.ts";
import { designSummarySchema } from "./design-shapes.ts";

const use = { subject: "digital_designer", action: "use" } as const;
const byId = z.object({ id: z.string().max(60) });

export const designChatCalls = defineCalls({
  "POST Clients/DigitalDesigner/requests/{id}/changes": {
    summary:
      "Changes all designs of a request as a sentence says, and says what was understood of it; nothing is counted",
    access: use,
    params: byId,
    body: z.object({ sentence: requiredText(sentenceMax) }),
    answer: z.object({
      /** For undoing it; null where nothing was understood, and nothing changed. */
      change_id: z.string().nullable(),
      understood: z.array(designChangeSchema),
      /** The designs that changed. */
      items: z.array(designSummarySchema),
    }),
    refusals: ["designer.phrase_refused", "designer.changed_elsewhere"],
  },
  "POST Clients/DigitalDesigner/changes/{id}/undo": {
    summary: "Takes a change back from the designs that nobody changed since; the same again changes nothing",
    access: use,
    params: byId,
    answer: z.object({ items: z.array(designSummarySchema) }),
    refusals: ["designer.changed_elsewhere"],
  },
});

export type DesignChatCalls = typeof designChatCalls;
