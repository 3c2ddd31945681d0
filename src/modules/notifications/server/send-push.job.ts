import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

/** One notification to one browser. */
export const sendPushJob = defineJob({
  name: "notifications-send-push",
  input: z.object({
    /** Whose notification it is, and whom it notifies. */
    merchant_id: z.string(),
    person_id: z.string(),
    device_id: z.string(),
    title: z.string(),
    body: z.string(),
    /** The page of its act, below the product's address. */
    path: z.string(),
    /** A later one of the same topic takes its place. */
    topic: z.string(),
    language: z.enum(["ar", "en"]),
    is_urgent: z.boolean(),
    expires_at: z.coerce.date(),
  }),
  retries: 5,
  retrySeconds: 10,
});
