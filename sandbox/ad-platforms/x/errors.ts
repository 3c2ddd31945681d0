import type { Json } from "../shared/field-table.ts";

export type XProblem = {
  code: string;
  message: string;
  parameter?: string;
  details?: string;
  value?: unknown;
  attribute?: string | null;
};

/** Ends a request with X's error body (docs.x.com, X Ads API, error codes and responses). */
export class XError extends Error {
  readonly status: number;
  readonly problems: XProblem[];
  /** More of the response: a batch has each operation's own errors. */
  readonly more: Json;

  constructor(status: number, problems: XProblem | XProblem[], more: Json = {}) {
    const list = [problems].flat();
    super(list.map(({ message }) => message).join("; "));
    this.status = status;
    this.problems = list;
    this.more = more;
  }
}

export const unauthorized = (message: string): XError =>
  new XError(401, { code: "UNAUTHORIZED_ACCESS", message });

export const notFound = (what: string, id: string): XError =>
  new XError(404, {
    code: `${what.toUpperCase().replaceAll(" ", "_")}_NOT_FOUND`,
    message: `${what} (${id}) was not found`,
  });

export function invalid(parameter: string, message: string, value?: unknown): XError {
  return new XError(400, invalidParameter(parameter, message, value));
}

export function invalidParameter(parameter: string, message: string, value?: unknown): XProblem {
  return {
    code: "INVALID_PARAMETER",
    message,
    parameter,
    details: "",
    value: value ?? null,
    attribute: parameter,
  };
}

export const missing = (parameter: string): XProblem => ({
  code: "MISSING_PARAMETER",
  message: `"${parameter}" is a required parameter`,
  parameter,
  attribute: parameter,
});
