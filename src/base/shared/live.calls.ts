import { z } from "zod";
import { events, type ServerEvent } from "./answer-kinds.ts";
import { defineCalls } from "./contract.ts";

const nothing = z.object({});

export const liveCalls = defineCalls({
  "GET live": {
    summary:
      "The merchant's events as they are committed. Only names are sent: what changed is then fetched. Last-Event-ID resumes without a gap and without a repeat",
    access: "signed-in",
    answer: events({
      /** The stream has begun; its id is the position from which it goes on. */
      ready: nothing,
      /** Too much was missed to name it: everything must be fetched again. */
      reset: nothing,
      domain_event: z.object({ name: z.string() }),
    }),
  },
});

export type LiveCalls = typeof liveCalls;
export type LiveAnswer = LiveCalls["GET live"]["answer"];
export type LiveEvent = ServerEvent<LiveAnswer>;
