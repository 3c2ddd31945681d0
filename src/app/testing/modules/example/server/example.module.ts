import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Context, systemContext } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { newId } from "#base/server/ids.ts";
import { defineJob, handleJob } from "#base/server/jobs.ts";
import { defineModule } from "#base/server/module.ts";
import { subscribe } from "#base/server/subscribe.ts";
import { exampleAbilities, exampleStaffAbilities } from "../contract/example.abilities.ts";
import { exampleCalls } from "../contract/example.calls.ts";
import { exampleEvents } from "../contract/example.events.ts";
import { exampleRefusals } from "../contract/example.refusals.ts";
import { insertNote, listNotes, saveChecked } from "./notes.store.ts";

const checkNoteJob = defineJob({
  name: "example-check-note",
  input: z.object({ merchant_id: z.string(), note_id: z.string() }),
});

export const server = defineModule({
  name: "example",
  layer: 6,
  needs: ["merchants"],
  calls: exampleCalls,
  events: exampleEvents,
  refusals: exampleRefusals,
  abilities: [exampleAbilities, exampleStaffAbilities],
  settings: { EXAMPLE_GREETING: z.string().default("hello") },
  build: ({ db, worldClock }) => ({
    mount,
    subscriptions: [
      subscribe({
        name: "example.check-notes",
        to: exampleEvents,
        handle: ({ tx, actor }, { note_id }) =>
          tx.enqueue(checkNoteJob, { merchant_id: actor.merchantId, note_id }),
      }),
    ],
    jobs: [
      handleJob(checkNoteJob, async ({ merchant_id, note_id: noteId }) => {
        await saveChecked(systemContext(db, merchant_id, worldClock.now()), { noteId });
      }),
    ],
  }),
});

function mount(app: FastifyInstance, http: HttpContext) {
  mountCalls(app, http, exampleCalls, {
    "GET Clients/Example/notes": async ({ ctx }) => ({ items: await listNotes(ctx) }),
    "POST Clients/Example/notes": ({ ctx, body }) => addNote(ctx, body),
  });
}

async function addNote(ctx: Context, { text }: { text: string }) {
  const id = newId("note");
  if (!(await insertNote(ctx, { id, text }))) return exampleRefusals.refuse("example.note_exists");
  await ctx.tx.publish({ name: "example.note_added", merchant_id: ctx.actor.merchantId, note_id: id });
  return { id };
}

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    example: { layer: 6 };
  }
}
