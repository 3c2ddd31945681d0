import type { Json } from "../shared/field-table.ts";
import { type Call, type Context, requireObject, requireRead } from "./call.ts";
import { GraphError } from "./errors.ts";
import { type Node, reportRows } from "./insights.ts";
import { parseInsightsQuery } from "./insights-query.ts";
import { paginate } from "./paging.ts";

/** The status of a run, by how often it was polled. */
const STEPS = [
  ["Job Not Started", 0],
  ["Job Running", 50],
  ["Job Completed", 100],
] as const;

/** POST …/insights: an asynchronous report. The fault `half_done` makes it fail. */
export function startReport(context: Context, call: Call, node: Node): Json {
  requireRead(call);
  const { world, registry } = context;
  parseInsightsQuery(call.params, node.level, node.account.timezone, world.now());
  const half = world.faults.consume("meta", ["half_done"], {
    method: "POST",
    path: `/${call.path.join("/")}`,
  });
  const id = registry.nextId();
  registry.tables.reports.put({
    id,
    kind: "reports",
    account_id: node.account.id,
    parent_id: node.account.id,
    sequence: registry.nextSequence(),
    deleted: false,
    submitted_at: world.now().getTime(),
    wire: {
      params: call.params,
      level: node.level,
      node: node.row?.id ?? null,
      polls: 0,
      fails: half !== null,
    },
  });
  return { report_run_id: id };
}

/** GET on a run. */
export function pollReport(context: Context, call: Call): Json {
  const row = requireObject(call, context.registry, "reports", call.path[0] ?? "");
  const polls = Number(row.wire.polls);
  const [status, percent] = STEPS[Math.min(polls, STEPS.length - 1)] ?? STEPS[0];
  context.registry.tables.reports.put({
    ...row,
    wire: { ...row.wire, polls: polls + 1, reportedStatus: status },
  });
  const isFailed = row.wire.fails === true && status === "Job Completed";
  const submittedSeconds = Math.floor(row.submitted_at / 1_000);
  return {
    id: row.id,
    account_id: row.account_id,
    time_ref: submittedSeconds,
    ...(status === "Job Completed" ? { time_completed: submittedSeconds + 2 } : {}),
    async_status: isFailed ? "Job Failed" : status,
    async_percent_completion: isFailed ? 50 : percent,
    ...(isFailed
      ? {
          error_code: 2,
          error_message: "Service temporarily unavailable",
          error_user_title: "The report failed",
        }
      : {}),
  };
}

/** GET …/insights on a completed run. */
export function readReport(context: Context, call: Call): Json {
  requireRead(call);
  const { registry } = context;
  const row = requireObject(call, registry, "reports", call.path[0] ?? "");
  if (row.wire.reportedStatus !== "Job Completed" || row.wire.fails === true)
    throw new GraphError(2_601, "(#2601) The report is not ready to be read");
  const node: Node = {
    level: row.wire.level as Node["level"],
    account: registry.loadAccount(row).account,
    row: row.wire.node === null ? null : (registry.findObject(String(row.wire.node)) ?? null),
  };
  return paginate(call, reportRows(context, row.wire.params as Json, node), (each) => each);
}
