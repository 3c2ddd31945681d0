import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import type { Graph, Json } from "./graph.ts";

const started = z.looseObject({ report_run_id: z.coerce.string() });
const looked = z.looseObject({ async_status: z.string(), error_message: z.string().optional() });
/** Looked at so often before it is left for another time: with the usual pause, two minutes. */
const looksMax = 60;
const usualPauseMs = 2_000;

/** A report too large for one answer: asked for, waited for, and read page by page (Insights, Asynchronous jobs). */
export async function* reportPages(
  graph: Graph,
  { accessToken }: AdAccountContext,
  path: string,
  query: Record<string, string>,
  pauseMs = usualPauseMs,
): AsyncGenerator<Json[]> {
  const { report_run_id: run } = readAs(started, await graph.request(accessToken, path, query));
  await completed(graph, accessToken, run, pauseMs);
  yield* graph.pages(accessToken, `/${run}/insights`, {});
}

async function completed(graph: Graph, token: string, run: string, pauseMs: number): Promise<void> {
  for (let look = 0; look < looksMax; look += 1) {
    const fields = { fields: "async_status,async_percent_completion,error_message" };
    const { async_status, error_message } = readAs(looked, await graph.read(token, `/${run}`, fields));
    if (async_status === "Job Completed") return;
    if (async_status === "Job Failed" || async_status === "Job Skipped")
      throw new AdapterFault("later", {
        reason: `report ${async_status}: ${error_message ?? ""}`,
        retryAfterSeconds: 300,
      });
    await sleep(pauseMs);
  }
  throw new AdapterFault("later", { reason: "the report is still worked on", retryAfterSeconds: 300 });
}
