import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient, Parameters } from "./api-client.ts";
import { addToReport, type Report, type ReportRequest, toParameters } from "./reports.ts";

/** X allows a hundred jobs of an account at once; the rest is left for the merchant's own tools. */
const jobsAtOnce = 90;
/** Most reports are ready within a second or two; the pause grows after each check that finds an unfinished one. */
const defaultPollMs = 500;
const maxPauseMs = 10_000;
const defaultMaxWaitMs = 240_000;

const job = z.looseObject({ id_str: z.string(), status: z.string(), url: z.string().nullish() });
type Job = z.output<typeof job>;

type Options = { pauseMs?: number | undefined; maxWaitMs?: number };

/** Reports in the requested order, downloaded as files (X docs, Ads API, Analytics, asynchronous). */
export async function* loadReportsByJobs(
  client: ApiClient,
  account: AdAccountContext,
  requests: readonly ReportRequest[],
  pauseMs?: number,
): AsyncGenerator<Report> {
  const parameters = requests.flatMap((request) => request.calls.map((ids) => toParameters(request, ids)));
  const files = loadFilesByJobs(client, account, parameters, { pauseMs });
  for (const request of requests) {
    const report: Report = new Map();
    for (const _call of request.calls) addToReport(report, (await files.next()).value);
    yield report;
  }
}

/** The contents of one file for each job's parameters, in their order. */
export async function* loadFilesByJobs(
  client: ApiClient,
  account: AdAccountContext,
  jobs: readonly Parameters[],
  { pauseMs = defaultPollMs, maxWaitMs = defaultMaxWaitMs }: Options = {},
): AsyncGenerator<unknown> {
  for (let from = 0; from < jobs.length; from += jobsAtOnce) {
    const ids: string[] = [];
    for (const parameters of jobs.slice(from, from + jobsAtOnce))
      ids.push(await startJob(client, account, parameters));
    const done = await waitForJobs(client, account, ids, { pauseMs, maxWaitMs });
    for (const id of ids) yield await downloadReport(done.get(id));
  }
}

const toPath = ({ adAccountId }: AdAccountContext) => `/stats/jobs/accounts/${adAccountId}`;

/** A job whose response was lost does no harm: it may be started again. */
async function startJob(
  client: ApiClient,
  account: AdAccountContext,
  parameters: Parameters,
): Promise<string> {
  try {
    const created = await client.write(account.accessToken, {
      method: "POST",
      path: toPath(account),
      parameters,
    });
    return parseAs(job, created).id_str;
  } catch (error) {
    if (error instanceof AdapterFault && error.kind === "outcome_unknown")
      throw new AdapterFault("later", { reason: error.reason, cause: error });
    throw error;
  }
}

/** Polls the jobs until all are done. */
async function waitForJobs(
  client: ApiClient,
  account: AdAccountContext,
  ids: readonly string[],
  { pauseMs, maxWaitMs }: { pauseMs: number; maxWaitMs: number },
): Promise<Map<string, Job>> {
  const done = new Map<string, Job>();
  for (let waited = 0, pause = pauseMs; waited <= maxWaitMs; pause = Math.min(pause * 1.5, maxPauseMs)) {
    const { data } = await client.call(account.accessToken, {
      method: "GET",
      path: toPath(account),
      parameters: { job_ids: ids.filter((id) => !done.has(id)) },
    });
    for (const found of parseAs(z.array(job), data)) {
      if (found.status === "SUCCESS") done.set(found.id_str, found);
      if (found.status === "FAILED")
        throw new AdapterFault("later", { reason: `report ${found.id_str} failed` });
    }
    if (done.size === ids.length) return done;
    await sleep(pause);
    waited += pause;
  }
  throw new AdapterFault("later", { reason: "the reports are not ready" });
}

/** The file is on another host, at a signed URL: our token is not sent there. */
async function downloadReport(found: Job | undefined): Promise<unknown> {
  if (!found?.url) throw new AdapterFault("later", { reason: "a finished report has no URL" });
  const { status, json } = await httpRequest({ method: "GET", url: found.url });
  if (status !== 200) throw new AdapterFault("later", { reason: `a report's file responded with ${status}` });
  return json;
}
