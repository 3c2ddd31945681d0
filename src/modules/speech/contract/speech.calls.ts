import { z } from "zod";
import { defineCalls } from "#base/shared/contract.ts";

const use = { subject: "speech", action: "use" } as const;
const seconds = z.number().int();

export const speechCalls = defineCalls({
  "GET Clients/Speech/state": {
    summary: "Whether speech can be transcribed, and how many seconds are left of the day",
    access: use,
    answer: z.object({
      /** False where no endpoint is set: there is no built-in engine for speech. */
      is_offered: z.boolean(),
      is_subscribed: z.boolean(),
      day_limit_seconds: seconds,
      day_left_seconds: seconds,
    }),
  },
  "POST Clients/Speech/transcriptions": {
    summary:
      "Writes down a recording (WebM, Ogg, MP4 or WAV of at most 120 seconds and 12 MB): text parts first, then one part `file`. The recording is not kept; one that fails is not counted",
    access: use,
    multipart: true,
    body: z.object({
      /** What is spoken. */
      language: z.enum(["ar", "en"]).default("ar"),
    }),
    answer: z.object({ text: z.string(), seconds }),
    refusals: [
      "speech.not_offered",
      "speech.not_subscribed",
      "speech.recording_empty",
      "speech.recording_type_unknown",
      "speech.recording_too_big",
      "speech.recording_too_long",
      "speech.recording_broken",
      "speech.daily_seconds_used_up",
      "speech.nothing_heard",
      "speech.refused_by_model",
      "speech.busy",
    ],
  },
});

export type SpeechCalls = typeof speechCalls;
