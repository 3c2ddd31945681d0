import type { Json } from "../shared/field-table.ts";
import { badParameter, notPlayed, notThere, TikTokError } from "./errors.ts";
import { onlyKnown } from "./query.ts";
import type { Room } from "./registry.ts";
import { type ReportRow, reportRows } from "./report.ts";
import { readReportQuery } from "./report-query.ts";
import { advertiserIn, bodyOf, type Call, PlainText, type Route } from "./router.ts";

interface Task {
  id: string;
  account_id: string;
  /** What was asked, as the query of a report. */
  asked: string;
  /** It is under way when it is first looked at, and ready the next time. */
  looks: number;
}

/** Reports made in the background, for what is too long to wait for. */
export function reportTaskRoutes(room: Room): Route[] {
  const tasks = room.world.table<Task>("tiktok.report-tasks");
  const taskIn = (call: Call): Task => {
    onlyKnown(call.query, ["advertiser_id", "task_id"]);
    const account = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
    const task = tasks.get(call.query.get("task_id") ?? "");
    if (task?.account_id !== account.id) throw notThere("Task", String(call.query.get("task_id")));
    return task;
  };
  return [
    {
      method: "POST",
      path: "/report/task/create/",
      scope: "reporting",
      handle(call) {
        const body = bodyOf(call);
        const account = advertiserIn(call, body.advertiser_id, room.registry);
        if ((body.output_format ?? "CSV_STRING") !== "CSV_STRING")
          throw notPlayed(`output_format ${body.output_format}`);
        const asked = asQuery(body);
        readReportQuery(asked, account.timezone); // what cannot be made is refused at once
        const task = {
          id: room.registry.nextId(),
          account_id: account.id,
          asked: asked.toString(),
          looks: 0,
        };
        return { task_id: tasks.put(task).id };
      },
    },
    {
      method: "GET",
      path: "/report/task/check/",
      scope: "reporting",
      handle(call) {
        const task = taskIn(call);
        tasks.put({ ...task, looks: task.looks + 1 });
        return { status: task.looks > 0 ? "SUCCESS" : "PROCESSING" };
      },
    },
    {
      method: "GET",
      path: "/report/task/download/",
      scope: "reporting",
      handle(call) {
        const task = taskIn(call);
        if (task.looks < 2) throw new TikTokError(40201, "The task is not ready");
        const account = advertiserIn(call, task.account_id, room.registry);
        return new PlainText(csvOf(reportRows(room, account, new URLSearchParams(task.asked))));
      },
    },
  ];
}

/** The body of a task has real lists where the query of a report has JSON text. */
function asQuery(body: Json): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (value === null) throw badParameter(`${name}: is empty`);
    query.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return query;
}

function csvOf(rows: ReportRow[]): string {
  const flat = rows.map(
    ({ dimensions, metrics }) => ({ ...dimensions, ...metrics }) as Record<string, string>,
  );
  const head = Object.keys(flat[0] ?? {});
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [head, ...flat.map((row) => head.map((name) => row[name] ?? ""))]
    .map((cells) => cells.map(quoted).join(","))
    .join("\n");
}
