import type { FieldMessages } from "#base/shared/envelope.ts";

/** Why a call returned no data: the server refused, or no response came (and why). */
export type ApiErrorKind = "answer" | "network" | "offline" | "timeout" | "aborted" | "protocol";

/** A call that returned no data. `message` is ready to be shown, in the reader's language. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** `wallet.card_required`; empty when no response came. */
  readonly code: string;
  readonly fields: FieldMessages;
  /** The request id, for support. */
  readonly requestId: string;
  /** Seconds the refusal lasts, when the server says so (`Retry-After`); 0 otherwise. */
  readonly retryAfterSeconds: number;
  /** What stands on the server, when the call was refused because it has changed; undefined otherwise. */
  readonly current: unknown;

  constructor(
    kind: ApiErrorKind,
    message: string,
    answer: {
      status?: number;
      code?: string;
      fields?: FieldMessages;
      requestId?: string;
      retryAfterSeconds?: number;
      current?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: answer.cause });
    this.name = "ApiError";
    this.kind = kind;
    this.status = answer.status ?? 0;
    this.code = answer.code ?? "";
    this.fields = answer.fields ?? {};
    this.requestId = answer.requestId ?? "";
    this.retryAfterSeconds = answer.retryAfterSeconds ?? 0;
    this.current = answer.current;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** Whether an automatic retry may help: no response came, or the server was busy. Never for a refusal. */
export function mayRetry(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (error.kind === "answer") return error.status >= 500 || error.status === 429;
  return error.kind === "network" || error.kind === "timeout" || error.kind === "offline";
}
