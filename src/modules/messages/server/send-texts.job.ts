import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";
import { textChannels } from "../contract/enums.ts";

/** Sends what is due on a channel. The input holds neither number nor words. */
export const sendTextsJob = defineJob({
  name: "messages.send-texts",
  input: z.object({ channel: z.enum(textChannels) }),
  retries: 6,
  retrySeconds: 5,
  expireSeconds: 300,
  concurrency: 2,
  isUrgent: true,
});

/** Seal context of a code: it opens for this text only. Never change this text. */
export const toTextSealContext = (textId: string) => `messages.texts:${textId}`;
