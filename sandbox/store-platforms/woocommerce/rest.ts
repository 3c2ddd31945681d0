import type { z } from "zod";
import { checkBody, type Problem } from "../../base/check-body.ts";

/** A call to a site's REST API, through either of its two address forms (WordPress REST API handbook). */
interface RestRequest<Site> {
  site: Site;
  query: Record<string, unknown>;
  body: unknown;
  /** The path parameters, such as `{id}`. */
  id: string;
}

interface RestResponse {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface RestRoute<Site> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** "/wc/v3/orders/{id}" */
  path: string;
  needs: "nothing" | "read" | "write";
  handle(request: RestRequest<Site>): RestResponse;
}

/** An error in WordPress's shape: `{code, message, data: {status}}`. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: object;
  constructor(status: number, code: string, message: string, data: object = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
  get body(): object {
    return { code: this.code, message: this.message, data: { status: this.status, ...this.data } };
  }
}

/** The route of a call, with its path parameters. */
export function findRoute<Site>(routes: RestRoute<Site>[], method: string, path: string) {
  const normalized = path.replace(/\/+$/, "") || "/";
  const matches = routes.flatMap((route) => {
    const pattern = new RegExp(`^${route.path.replace("{id}", "([^/]+)")}$`);
    const found = pattern.exec(normalized);
    return found ? [{ route, id: found[1] ?? "" }] : [];
  });
  return matches.find(({ route }) => route.method === method) ?? null;
}

/** A validated query or body; otherwise an error that names every wrong parameter. */
export function checkedParams<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = checkBody(schema, value ?? {});
  if (result.ok) return result.value;
  const missing = result.problems.filter(({ kind }) => kind === "missing").map(paramName);
  if (missing.length > 0) {
    throw new RestError(400, "rest_missing_callback_param", `Missing parameter(s): ${missing.join(", ")}`, {
      params: missing,
    });
  }
  const params = Object.fromEntries(
    result.problems.map((problem) => [paramName(problem), `${paramName(problem)}: ${problem.detail}`]),
  );
  const names = Object.keys(params).join(", ");
  throw new RestError(400, "rest_invalid_param", `Invalid parameter(s): ${names}`, { params, details: {} });
}

function paramName({ field }: Problem): string {
  return field || "body";
}

/** A page of rows with the headers that hold the counts. */
export function toPage<Row>(
  rows: Row[],
  { page, per_page: size }: { page: number; per_page: number },
  url: string,
  present: (row: Row) => unknown,
): RestResponse {
  const pages = Math.ceil(rows.length / size);
  const link = (to: number, rel: string) => `<${url}?page=${to}&per_page=${size}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [link(page - 1, "prev")] : []),
    ...(page < pages ? [link(page + 1, "next")] : []),
  ];
  return {
    body: rows.slice((page - 1) * size, page * size).map(present),
    headers: {
      "X-WP-Total": String(rows.length),
      "X-WP-TotalPages": String(pages),
      ...(links.length > 0 && { Link: links.join(", ") }),
    },
  };
}
