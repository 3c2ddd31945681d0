import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import type { Json } from "../shared/field-table.ts";
import { XError } from "./errors.ts";
import { JOBS_RUNNING_MAX } from "./facts.ts";
import { ids, isAsked, pageOf } from "./lists.ts";
import { inUtc, readParams } from "./params.ts";
import { type Answer, accountFor, type Call, type Room, type Route, route } from "./router.ts";
import { promotedOf, reportOf } from "./stats.ts";
import { readStatsQuery, type StatsQuery } from "./stats-query.ts";

/** A report is worked on for so long, and its file kept for so long (docs, Analytics: two days); machine time. */
const WORK_MS = 1_000;
const KEPT_MS = 48 * 3_600_000;

interface Job {
  id: string;
  account_id: string;
  made_at: number;
  query: StatsQuery;
}

export const jobsTable = (world: World): Table<Job> => world.table<Job>("x.jobs");

/** Reports that are asked for first and fetched later, as a compressed file. */
export function jobRoutes(room: Room, jobs: Table<Job>): Route[] {
  return [
    route("POST", "/stats/jobs/accounts/:account_id", "write", (call) => begin(room, jobs, call)),
    route("GET", "/stats/jobs/accounts/:account_id", "analytics", (call) => {
      const account = accountFor(call, room.registry);
      const params = readParams({ job_ids: ids }, call.given);
      const rows = [...jobs.values()]
        .filter((job) => job.account_id === account.id && isAsked(params.job_ids, job.id))
        .map((job) => ({ shown: present(room, job), isGone: false }));
      return pageOf(params, account.id, rows);
    }),
  ];
}

function begin(room: Room, jobs: Table<Job>, call: Call): Answer {
  const account = accountFor(call, room.registry);
  const query = readStatsQuery(call.given, account.timezone, true);
  if (query.segmentation_type !== null)
    throw new XError(400, { code: "FEATURE_NOT_AVAILABLE", message: "Divided reports are not made here" });
  for (const id of query.entity_ids) promotedOf(room, account, query.entity, id);
  for (const job of jobs.values()) if (job.made_at + KEPT_MS < Date.now()) jobs.delete(job.id);
  const running = [...jobs.values()].filter((job) => job.account_id === account.id && !isDone(job));
  if (running.length >= JOBS_RUNNING_MAX)
    throw new XError(429, {
      code: "TOO_MANY_REQUESTS",
      message: `At most ${JOBS_RUNNING_MAX} jobs run at once`,
    });
  const id = `1990${room.world.ids.number("x/job", 15)}`;
  const job = jobs.put({ id, account_id: account.id, made_at: Date.now(), query });
  return { params: { account_id: account.id, ...asAsked(query) }, data: present(room, job) };
}

function isDone(job: Job): boolean {
  return Date.now() >= job.made_at + WORK_MS;
}

function present(room: Room, job: Job): Json {
  const done = isDone(job);
  return {
    ...asAsked(job.query),
    id: Number(job.id),
    id_str: job.id,
    account_id: job.account_id,
    status: done ? "SUCCESS" : "PROCESSING",
    url: done ? `${room.world.url("x-reports")}/stats/${job.id}.json.gz` : null,
    created_at: inUtc(job.made_at),
    updated_at: inUtc(job.made_at + (done ? WORK_MS : 0)),
    expires_at: inUtc(job.made_at + KEPT_MS),
  };
}

function asAsked({ start: _start, end: _end, ...params }: StatsQuery): Json {
  return params;
}

/** The files lie on a host of their own, behind addresses nobody guesses: they are fetched without a signature. */
export function serveReports(app: FastifyInstance, room: Room, jobs: Table<Job>): void {
  app.get("/stats/:file", (request, reply) => {
    const { file } = request.params as { file: string };
    const job = jobs.get(file.replace(/\.json\.gz$/, ""));
    const account = job && room.registry.ownerOf(job.account_id)?.account;
    if (!job || !account || !isDone(job) || job.made_at + KEPT_MS < Date.now())
      return reply.code(404).type("text/plain").send("Not found");
    const report = JSON.stringify(reportOf(room, account, job.query));
    return reply.type("application/gzip").send(gzipSync(report));
  });
}
