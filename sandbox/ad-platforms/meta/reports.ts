import type { Json } from "../shared/field-table.ts";
import { type Call, mayRead, objectFor, type Room } from "./call.ts";
import { GraphError } from "./errors.ts";
import { type Node, reportRows } from "./insights.ts";
import { readInsightsQuery } from "./insights-query.ts";
import { pageOf } from "./paging.ts";

/** How a run is seen to get on, by how often it was looked at. */
const STEPS = [
  ["Job Not Started", 0],
  ["Job Running", 50],
  ["Job Completed", 100],
] as const;

/** POST …/insights: a report that is worked on while the caller looks after it. The fault `half_done` makes it fail. */
export function startReport(room: Room, call: Call, node: Node): Json {
  mayRead(call);
  const { world, registry } = room;
  readInsightsQuery(call.params, node.level, node.account.timezone, world.now());
  const half = world.faults.take("meta", ["half_done"], { method: "POST", path: `/${call.path.join("/")}` });
  const id = registry.nextId();
  registry.tables.reports.put({
    id,
    kind: "reports",
    account_id: node.account.id,
    parent_id: node.account.id,
    turn: registry.nextTurn(),
    deleted: false,
    submitted_at: world.now().getTime(),
    wire: {
      params: call.params,
      level: node.level,
      node: node.row?.id ?? null,
      looks: 0,
      fails: half !== null,
    },
  });
  return { report_run_id: id };
}

/** GET on a run. */
export function lookAtReport(room: Room, call: Call): Json {
  const row = objectFor(call, room.registry, "reports", call.path[0] ?? "");
  const looks = Number(row.wire.looks);
  const [status, percent] = STEPS[Math.min(looks, STEPS.length - 1)] ?? STEPS[0];
  room.registry.tables.reports.put({ ...row, wire: { ...row.wire, looks: looks + 1, told: status } });
  const isFailed = row.wire.fails === true && status === "Job Completed";
  const asked = Math.floor(row.submitted_at / 1_000);
  return {
    id: row.id,
    account_id: row.account_id,
    time_ref: asked,
    ...(status === "Job Completed" ? { time_completed: asked + 2 } : {}),
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

/** GET …/insights on a run that is complete. */
export function readReport(room: Room, call: Call): Json {
  mayRead(call);
  const { registry } = room;
  const row = objectFor(call, registry, "reports", call.path[0] ?? "");
  if (row.wire.told !== "Job Completed" || row.wire.fails === true)
    throw new GraphError(2_601, "(#2601) The report is not ready to be read");
  const node: Node = {
    level: row.wire.level as Node["level"],
    account: registry.accountOf(row).account,
    row: row.wire.node === null ? null : (registry.keptAt(String(row.wire.node)) ?? null),
  };
  return pageOf(call, reportRows(room, row.wire.params as Json, node), (each) => each);
}
