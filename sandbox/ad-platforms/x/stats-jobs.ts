import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import type { Json } from "../shared/field-table.ts";
import { XError } from "./errors.ts";
import { JOBS_RUNNING_MAX } from "./facts.ts";
import { ids, isRequested, paginate } from "./lists.ts";
import { inUtc, parseParams } from "./params.ts";
import { type ApiResponse, type Call, type Context, type Route, requireAccount, route } from "./router.ts";
import { isSegmentServed } from "./segments.ts";
import { buildReport, listPromoted } from "./stats.ts";
import { parseStatsQuery, type StatsQuery } from "./stats-query.ts";

/** The processing time of a report, and how long its file is kept (docs, Analytics: two days); system time. */
const WORK_MS = 1_000;
const RETENTION_MS = 48 * 3_600_000;

interface Job {
  id: string;
  account_id: string;
  created_at: number;
  query: StatsQuery;
}

export const jobsTable = (world: World): Table<Job> => world.table<Job>("x.jobs");

/** Asynchronous reports: requested first and downloaded later, as a compressed file. */
export function jobRoutes(context: Context, jobs: Table<Job>): Route[] {
  return [
    route("POST", "/stats/jobs/accounts/:account_id", "write", (call) => startJob(context, jobs, call)),
    route("GET", "/stats/jobs/accounts/:account_id", "analytics", (call) => {
      const account = requireAccount(call, context.registry);
      const params = parseParams({ job_ids: ids }, call.rawParams);
      const rows = [...jobs.values()]
        .filter((job) => job.account_id === account.id && isRequested(params.job_ids, job.id))
        .map((job) => ({ presented: present(context, job), isDeleted: false }));
      return paginate(params, account.id, rows);
    }),
  ];
}

function startJob(context: Context, jobs: Table<Job>, call: Call): ApiResponse {
  const account = requireAccount(call, context.registry);
  const query = parseStatsQuery(call.rawParams, account.timezone, true);
  if (query.segmentation_type !== null && !isSegmentServed(query.segmentation_type))
    throw new XError(400, {
      code: "FEATURE_NOT_AVAILABLE",
      message: `${query.segmentation_type} is not enabled`,
    });
  for (const id of query.entity_ids) listPromoted(context, account, query.entity, id);
  for (const job of jobs.values()) if (job.created_at + RETENTION_MS < Date.now()) jobs.delete(job.id);
  const running = [...jobs.values()].filter((job) => job.account_id === account.id && !isDone(job));
  if (running.length >= JOBS_RUNNING_MAX)
    throw new XError(429, {
      code: "TOO_MANY_REQUESTS",
      message: `At most ${JOBS_RUNNING_MAX} jobs run at once`,
    });
  const id = `1990${context.world.ids.number("x/job", 15)}`;
  const job = jobs.put({ id, account_id: account.id, created_at: Date.now(), query });
  return { params: { account_id: account.id, ...presentQuery(query) }, data: present(context, job) };
}

function isDone(job: Job): boolean {
  return Date.now() >= job.created_at + WORK_MS;
}

function present(context: Context, job: Job): Json {
  const done = isDone(job);
  return {
    ...presentQuery(job.query),
    id: Number(job.id),
    id_str: job.id,
    account_id: job.account_id,
    status: done ? "SUCCESS" : "PROCESSING",
    url: done ? `${context.world.url("x-reports")}/stats/${job.id}.json.gz` : null,
    created_at: inUtc(job.created_at),
    updated_at: inUtc(job.created_at + (done ? WORK_MS : 0)),
    expires_at: inUtc(job.created_at + RETENTION_MS),
  };
}

function presentQuery({ start: _start, end: _end, ...params }: StatsQuery): Json {
  return params;
}

/** The files are on their own host, behind secret addresses: they are downloaded without a signature. */
export function serveReports(app: FastifyInstance, context: Context, jobs: Table<Job>): void {
  app.get("/stats/:file", (request, reply) => {
    const { file } = request.params as { file: string };
    const job = jobs.get(file.replace(/\.json\.gz$/, ""));
    const account = job && context.registry.findOwner(job.account_id)?.account;
    if (!job || !account || !isDone(job) || job.created_at + RETENTION_MS < Date.now())
      return reply.code(404).type("text/plain").send("Not found");
    const report = JSON.stringify(buildReport(context, account, job.query));
    return reply.type("application/gzip").send(gzipSync(report));
  });
}
