import type { Meters } from "./meters.ts";
import { tracedFrom } from "./tracing.ts";

/** Beside a job's input in the queue: the trace in which it was enqueued. */
const traceKey = "$traceparent";

export type JobOutcome = "completed" | "postponed" | "failed";
type JobMeters = Pick<Meters, "jobSeconds" | "merchants">;
type QueuedRun = { queue: string; id: string; data: unknown };

/** A job's input as it is queued, with the trace in which it was enqueued. */
export const withTrace = (input: unknown, traceparent: string | null | undefined): object => ({
  ...(input as object),
  ...(traceparent ? { [traceKey]: traceparent } : {}),
});

/**
 * Does a job's work in the trace that enqueued it, and measures it by queue and merchant. What it throws is thrown on:
 * `toOutcome` says what that means.
 */
export async function runObserved(
  { queue, id, data }: QueuedRun,
  work: (input: object) => Promise<unknown>,
  { meters, toOutcome }: { meters: JobMeters | undefined; toOutcome: (error: unknown) => JobOutcome },
): Promise<void> {
  const { [traceKey]: traceparent, ...input } = (data ?? {}) as Record<string, unknown>;
  const beganAt = performance.now();
  const measure = (outcome: JobOutcome) => {
    const seconds = (performance.now() - beganAt) / 1_000;
    meters?.jobSeconds.observe({ queue, outcome }, seconds);
    const merchantId = input.merchantId ?? input.merchant_id;
    if (typeof merchantId === "string") meters?.merchants.add("jobs", merchantId, seconds);
  };
  try {
    const info = { name: `job ${queue}`, kind: "CONSUMER", attributes: { "rawaj.job_id": id } } as const;
    await tracedFrom(traceparent, info, () => work(input));
    measure("completed");
  } catch (error) {
    measure(toOutcome(error));
    throw error;
  }
}
