import type { FieldMessages } from "#base/shared/envelope.ts";

/** Why a call gave no data: the server answered no, or no answer came (and how). */
export type ApiErrorKind = "answer" | "network" | "offline" | "timeout" | "aborted" | "protocol";

/** A call that gave no data. `message` is ready to be shown, in the reader's language. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** `wallet.card_required`; empty when no answer came. */
  readonly code: string;
  readonly fields: FieldMessages;
  /** What to tell support. */
  readonly requestId: string;
  /** How long the refusal holds, when the server says (`Retry-After`); 0 otherwise. */
  readonly retryAfterSeconds: number;

  constructor(
    kind: ApiErrorKind,
    message: string,
    answer: {
      status?: number;
      code?: string;
      fields?: FieldMessages;
      requestId?: string;
      retryAfterSeconds?: number;
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
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** Whether asking again by itself may help: no answer came, or the server was busy. Never for a refusal. */
export function mayRetry(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (error.kind === "answer") return error.status >= 500 || error.status === 429;
  return error.kind === "network" || error.kind === "timeout" || error.kind === "offline";
}
