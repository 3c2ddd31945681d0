import { z } from "zod";
import { defineCalls, requiredText } from "#base/shared/contract.ts";

const note = z.object({ id: z.string(), text: z.string(), is_checked: z.boolean() });

export const exampleCalls = defineCalls({
  "GET Clients/Example/notes": {
    summary: "The merchant's notes",
    access: { subject: "example_note", action: "read" },
    answer: z.object({ items: z.array(note) }),
  },
  "POST Clients/Example/notes": {
    summary: "Adds a note",
    access: { subject: "example_note", action: "manage" },
    body: z.object({ text: requiredText(40) }),
    answer: z.object({ id: z.string() }),
    refusals: ["example.note_exists"],
    idempotent: true,
  },
});

export type ExampleCalls = typeof exampleCalls;
