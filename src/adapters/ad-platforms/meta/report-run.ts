import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { Graph, Json } from "./graph.ts";

const startedRunSchema = z.looseObject({ report_run_id: z.coerce.string() });
const runStatusSchema = z.looseObject({ async_status: z.string(), error_message: z.string().optional() });
/** Checks before a job is left for another time: two minutes with the default pause. */
const maxPolls = 60;
const defaultPollMs = 2_000;

/** A report too large for one response: started, polled, and read page by page (Insights, Asynchronous jobs). */
export async function* reportPages(
  graph: Graph,
  { accessToken }: AdAccountContext,
  path: string,
  query: Record<string, string>,
  pollMs = defaultPollMs,
): AsyncGenerator<Json[]> {
  const { report_run_id: run } = parseAs(startedRunSchema, await graph.request(accessToken, path, query));
  await waitForCompletion(graph, accessToken, run, pollMs);
  yield* graph.pages(accessToken, `/${run}/insights`, {});
}

async function waitForCompletion(graph: Graph, token: string, run: string, pollMs: number): Promise<void> {
  for (let attempt = 0; attempt < maxPolls; attempt += 1) {
    const fields = { fields: "async_status,async_percent_completion,error_message" };
    const { async_status, error_message } = parseAs(
      runStatusSchema,
      await graph.read(token, `/${run}`, fields),
    );
    if (async_status === "Job Completed") return;
    if (async_status === "Job Failed" || async_status === "Job Skipped")
      throw new AdapterFault("later", {
        reason: `report ${async_status}: ${error_message ?? ""}`,
        retryAfterSeconds: 300,
      });
    await sleep(pollMs);
  }
  throw new AdapterFault("later", { reason: "the report is not ready", retryAfterSeconds: 300 });
}
