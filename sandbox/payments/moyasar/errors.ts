import type { Problem } from "../../base/check-body.ts";

/** Ends a request with Moyasar's error body: {type, message, errors}. */
export class MoyasarError extends Error {
  readonly status: number;
  readonly type: string;
  readonly errors: Record<string, string[]> | string | null;

  constructor(
    status: number,
    type: string,
    message: string,
    errors: Record<string, string[]> | string | null = null,
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.errors = errors;
  }

  body(): Record<string, unknown> {
    return { type: this.type, message: this.message, errors: this.errors };
  }
}

export function invalid(errors: Record<string, string[]>): MoyasarError {
  return new MoyasarError(400, "invalid_request_error", "Validation Failed", errors);
}

export const refused = (message: string): MoyasarError =>
  new MoyasarError(400, "invalid_request_error", message);

export const notFound = (): MoyasarError =>
  new MoyasarError(404, "invalid_request_error", "Object not found");

export const unauthenticated = (message = "Invalid authorization credentials"): MoyasarError =>
  new MoyasarError(401, "authentication_error", message);

export function invalidFields(problems: Problem[]): MoyasarError {
  const errors: Record<string, string[]> = {};
  for (const { field, kind, detail } of problems) {
    const words = kind === "missing" ? "can't be blank" : detail;
    errors[field || "base"] = [...(errors[field || "base"] ?? []), words];
  }
  return invalid(errors);
}
