/** Four kinds of failure of an outside call; each asks for a different next step. */
export type FaultKind =
  /** The vendor refused: tell the merchant. */
  | "rejected"
  /** Access was revoked: ask the merchant to reconnect. */
  | "reconnect"
  /** Busy or down, and surely nothing was done: retry automatically. */
  | "later"
  /** No response came: check before retrying. */
  | "outcome_unknown";

type Details = {
  /** The vendor's own text, for logs and for the merchant where the vendor writes for users. */
  reason: string;
  /** Our message key for the merchant, when the adapter recognizes the case (`ad_accounts:no_public_profile`). */
  messageKey?: string;
  /** `later` only. */
  retryAfterSeconds?: number;
  /** `later` only: the vendor is up, and we were too fast. */
  throttled?: boolean;
  cause?: unknown;
};

export class AdapterFault extends Error {
  readonly kind: FaultKind;
  readonly reason: string;
  readonly messageKey: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly throttled: boolean | undefined;

  constructor(kind: FaultKind, details: Details) {
    super(`${kind}: ${details.reason}`, { cause: details.cause });
    this.name = "AdapterFault";
    this.kind = kind;
    this.reason = details.reason;
    this.messageKey = details.messageKey;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.throttled = details.throttled;
  }
}

export function isFault(error: unknown, kind?: FaultKind): error is AdapterFault {
  return error instanceof AdapterFault && (kind === undefined || error.kind === kind);
}
