import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { type AskedReport, parametersOf, type Report, readInto } from "./reports.ts";
import type { Wire } from "./wire.ts";

/** X runs a hundred jobs of an account at once; we leave room for the merchant's own tools. */
const jobsAtOnce = 90;
/** Most reports are ready within a second or two; each look that finds one missing is followed by a longer pause. */
const usualPauseMs = 500;
const longestPauseMs = 10_000;
const patienceMs = 240_000;

const job = z.looseObject({ id_str: z.string(), status: z.string(), url: z.string().nullish() });
type Job = z.output<typeof job>;

/** Reports in the order they were asked for, fetched as files (X docs, Ads API, Analytics, asynchronous). */
export async function* readByJobs(
  wire: Wire,
  account: AdAccountContext,
  questions: readonly AskedReport[],
  pauseMs = usualPauseMs,
): AsyncGenerator<Report> {
  let waiting: { question: AskedReport; jobs: string[] }[] = [];
  for (const question of questions) {
    const jobs: string[] = [];
    for (const ids of question.calls) jobs.push(await begin(wire, account, parametersOf(question, ids)));
    waiting.push({ question, jobs });
    if (waiting.flatMap((each) => each.jobs).length < jobsAtOnce) continue;
    yield* collect(wire, account, waiting, pauseMs);
    waiting = [];
  }
  yield* collect(wire, account, waiting, pauseMs);
}

const pathOf = ({ adAccountId }: AdAccountContext) => `/stats/jobs/accounts/${adAccountId}`;

/** A job that was begun and never heard of again harms nobody: it may be begun once more. */
async function begin(
  wire: Wire,
  account: AdAccountContext,
  parameters: ReturnType<typeof parametersOf>,
): Promise<string> {
  try {
    const made = await wire.write(account.accessToken, { method: "POST", path: pathOf(account), parameters });
    return readAs(job, made).id_str;
  } catch (error) {
    if (error instanceof AdapterFault && error.kind === "outcome_unknown")
      throw new AdapterFault("later", { reason: error.reason, cause: error });
    throw error;
  }
}

async function* collect(
  wire: Wire,
  account: AdAccountContext,
  waiting: readonly { jobs: string[] }[],
  pauseMs: number,
): AsyncGenerator<Report> {
  const ids = waiting.flatMap(({ jobs }) => jobs);
  if (ids.length === 0) return;
  const done = await finished(wire, account, ids, pauseMs);
  for (const { jobs } of waiting) {
    const report: Report = new Map();
    for (const id of jobs) readInto(report, await fileOf(done.get(id)));
    yield report;
  }
}

/** Looks after the jobs until all are done. */
async function finished(
  wire: Wire,
  account: AdAccountContext,
  ids: readonly string[],
  pauseMs: number,
): Promise<Map<string, Job>> {
  const done = new Map<string, Job>();
  for (let waited = 0, pause = pauseMs; waited <= patienceMs; pause = Math.min(pause * 1.5, longestPauseMs)) {
    const { data } = await wire.ask(account.accessToken, {
      method: "GET",
      path: pathOf(account),
      parameters: { job_ids: ids.filter((id) => !done.has(id)) },
    });
    for (const found of readAs(z.array(job), data)) {
      if (found.status === "SUCCESS") done.set(found.id_str, found);
      if (found.status === "FAILED")
        throw new AdapterFault("later", { reason: `report ${found.id_str} failed` });
    }
    if (done.size === ids.length) return done;
    await sleep(pause);
    waited += pause;
  }
  throw new AdapterFault("later", { reason: "reports are still being made" });
}

/** The file lies on another host, behind an address that is its own key: no token of ours goes there. */
async function fileOf(found: Job | undefined): Promise<unknown> {
  if (!found?.url) throw new AdapterFault("later", { reason: "a finished report has no address" });
  const { status, json } = await httpRequest({ method: "GET", url: found.url });
  if (status !== 200) throw new AdapterFault("later", { reason: `a report's file answered ${status}` });
  return json;
}
