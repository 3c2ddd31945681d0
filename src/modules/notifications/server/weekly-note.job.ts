import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";
import { riyadhDay } from "#base/shared/contract.ts";

export const weeklyNoteJob = defineJob({
  name: "notifications-weekly-note",
  input: z.object({ merchant_id: z.string(), week: riyadhDay }),
});
