import { z } from "zod";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { endOrders } from "./end-orders.ts";
import { measureAdvice } from "./measure-advice.ts";
import { placePaidOrder, placePaidOrderJob } from "./place-paid-order.ts";
import { watchMeetings } from "./watch-meetings.ts";

const watchMeetingsJob = defineJob({
  name: "consultations-watch-meetings",
  input: z.object({}),
  schedule: "* * * * *",
});

/** At five in the morning: by then the day before is known. */
const measureAdviceJob = defineJob({
  name: "consultations-measure-advice",
  input: z.object({}),
  schedule: "0 5 * * *",
  expireSeconds: 1_800,
});

const endOrdersJob = defineJob({
  name: "consultations-end-orders",
  input: z.object({}),
  schedule: "20 * * * *",
  expireSeconds: 1_800,
});

export const consultationsJobs = (deps: ConsultationsDeps): JobHandler[] => [
  handleJob(watchMeetingsJob, watchMeetings(deps)),
  handleJob(endOrdersJob, endOrders(deps)),
  handleJob(measureAdviceJob, measureAdvice(deps)),
  handleJob(placePaidOrderJob, placePaidOrder(deps)),
];
