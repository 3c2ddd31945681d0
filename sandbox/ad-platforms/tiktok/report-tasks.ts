import type { Json } from "../shared/field-table.ts";
import { badParameter, notFound, notSimulated, TikTokError } from "./errors.ts";
import { rejectUnknownParams } from "./query.ts";
import type { Context } from "./registry.ts";
import { type ReportRow, reportRows } from "./report.ts";
import { parseReportQuery } from "./report-query.ts";
import { type Call, PlainText, type Route, requireAdvertiser, requireBody } from "./router.ts";

interface Task {
  id: string;
  account_id: string;
  /** The request, as the query of a report. */
  reportParams: string;
  /** PROCESSING when it is checked for the first time, ready the next time. */
  downloads: number;
}

/** Asynchronous reports, for large amounts of data. */
export function reportTaskRoutes(context: Context): Route[] {
  const tasks = context.world.table<Task>("tiktok.report-tasks");
  const taskIn = (call: Call): Task => {
    rejectUnknownParams(call.query, ["advertiser_id", "task_id"]);
    const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
    const task = tasks.get(call.query.get("task_id") ?? "");
    if (task?.account_id !== account.id) throw notFound("Task", String(call.query.get("task_id")));
    return task;
  };
  return [
    {
      method: "POST",
      path: "/report/task/create/",
      scope: "reporting",
      handle(call) {
        const body = requireBody(call);
        const account = requireAdvertiser(call, body.advertiser_id, context.registry);
        if ((body.output_format ?? "CSV_STRING") !== "CSV_STRING")
          throw notSimulated(`output_format ${body.output_format}`);
        const reportParams = asQuery(body);
        parseReportQuery(reportParams, account.timezone); // an invalid request is refused at once
        const task = {
          id: context.registry.nextId(),
          account_id: account.id,
          reportParams: reportParams.toString(),
          downloads: 0,
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
        tasks.put({ ...task, downloads: task.downloads + 1 });
        return { status: task.downloads > 0 ? "SUCCESS" : "PROCESSING" };
      },
    },
    {
      method: "GET",
      path: "/report/task/download/",
      scope: "reporting",
      handle(call) {
        const task = taskIn(call);
        if (task.downloads < 2) throw new TikTokError(40201, "The task is not ready");
        const account = requireAdvertiser(call, task.account_id, context.registry);
        return new PlainText(toCsv(reportRows(context, account, new URLSearchParams(task.reportParams))));
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

function toCsv(rows: ReportRow[]): string {
  const flat = rows.map(
    ({ dimensions, metrics }) => ({ ...dimensions, ...metrics }) as Record<string, string>,
  );
  const head = Object.keys(flat[0] ?? {});
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [head, ...flat.map((row) => head.map((name) => row[name] ?? ""))]
    .map((cells) => cells.map(quoted).join(","))
    .join("\n");
}
