import { defineRefusals } from "#base/shared/refusals.ts";

export const exampleRefusals = defineRefusals({ "example.note_exists": 409 });
