/** Snapchat's error for one refused item. */
export type SnapProblem = { code: string; message: string };

/** Ends a whole request with Snapchat's error body. */
export class SnapError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const badRequest = (message: string, code = "E1008"): SnapError => new SnapError(400, code, message);

export const notFound = (): SnapError =>
  new SnapError(404, "E3003", "The requested resource could not be found");

export const forbidden = (message = "Authorization permission denied"): SnapError =>
  new SnapError(403, "AUTHORIZATION_PERMISSION_DENIED", message);

export function unauthorized(description: string): SnapError {
  return new SnapError(401, "E1001", description, {
    "www-authenticate": `Bearer error="invalid_token", error_description="${description}"`,
  });
}

/** The body of a refused request (developers.snap.com, Errors). */
export function errorBody(error: SnapError, requestId: string): Record<string, unknown> {
  return {
    request_status: "ERROR",
    request_id: requestId,
    debug_message: error.message,
    display_message: DISPLAY[error.status] ?? "Sorry, we could not understand your request.",
    error_code: error.code,
  };
}

const DISPLAY: Record<number, string> = {
  401: "Please sign in again.",
  403: "You do not have permission to do this.",
  404: "We could not find what you asked for.",
  429: "Too many requests, please slow down.",
};

/** One refused item inside a response whose outer status is SUCCESS. */
export function itemError(problem: SnapProblem): Record<string, unknown> {
  return {
    sub_request_status: "ERROR",
    sub_request_error_reason: `Error code: ${problem.code}, message: ${problem.message}`,
  };
}
