/** Four ways an outside call can end badly; each asks for a different next step. */
export type FaultKind =
  /** The vendor said no: tell the merchant. */
  | "rejected"
  /** The permission is gone: ask to link again. */
  | "reconnect"
  /** Busy or down, and surely nothing was done: try again by itself. */
  | "later"
  /** No answer came: look before trying again. */
  | "outcome_unknown";

type Details = {
  /** The vendor's own words, for logs and for the merchant where the vendor speaks to users. */
  reason: string;
  /** Our message key for the merchant, when the adapter knows the case (`ad_accounts:no_public_profile`). */
  messageKey?: string;
  /** `later` only. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

export class AdapterFault extends Error {
  readonly kind: FaultKind;
  readonly reason: string;
  readonly messageKey: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FaultKind, details: Details) {
    super(`${kind}: ${details.reason}`, { cause: details.cause });
    this.name = "AdapterFault";
    this.kind = kind;
    this.reason = details.reason;
    this.messageKey = details.messageKey;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export function isFault(error: unknown, kind?: FaultKind): error is AdapterFault {
  return error instanceof AdapterFault && (kind === undefined || error.kind === kind);
}
