import type { AttemptState, IntentStatus, PaymentFailure, PaymentState } from "../contract/enums.ts";

/** What a response of the gateway says of a payment. Amounts in halalas. */
export type PaymentReading = {
  state: PaymentState;
  amount: number;
  refunded: number;
  /** ISO 4217. */
  currency: string;
  failure: PaymentFailure | null;
};

/** What was recorded of the attempt before; null for one that nobody knew. */
export type KnownAttempt = { state: AttemptState; refunded_halalas: number } | null;

type Facts = {
  intent: { status: IntentStatus; amount_halalas: number };
  known: KnownAttempt;
  reading: PaymentReading;
  /** Whether another attempt to pay the intent is not decided yet. */
  hasOtherOpenAttempt: boolean;
};

export type Decision = {
  /** How the attempt is recorded; null leaves it as it is. */
  attempt: AttemptState | null;
  /** The intent's next status; null leaves it as it is. */
  intent: { status: IntentStatus; failure: PaymentFailure | null } | null;
  /** What is published, in this order. */
  events: ("succeeded" | "refunded" | "failed")[];
  /** Money that does not fit its intent: a person must look. */
  isDisputedMoney: boolean;
};

const nothing: Decision = { attempt: null, intent: null, events: [], isDisputedMoney: false };

/** Whether the payment was paid, whatever went back of it since. */
export const isMoney = (state: AttemptState) => state === "paid" || state === "refunded";
const wasPaid = (known: KnownAttempt) => known !== null && isMoney(known.state);
export const isOver = (status: IntentStatus) => status === "paid" || status === "refunded";

/**
 * What follows from a response of the gateway, in whatever order responses come and however often. Amount and currency
 * must be those of the intent. A payment that was refunded in full before anybody knew of it never succeeded.
 */
export function decide(facts: Facts): Decision {
  const { intent, known, reading } = facts;
  if (isStale(reading, known)) return nothing;
  if (reading.amount !== intent.amount_halalas || reading.currency !== "SAR")
    return { ...nothing, attempt: "disputed", isDisputedMoney: reading.state === "paid" };
  if (reading.state === "pending") return decidePending(facts);
  return reading.state === "failed" ? decideFailed(facts) : decidePaid(facts);
}

/** Whether this response is older than the one already recorded: it must not undo money that came. */
function isStale(reading: PaymentReading, known: KnownAttempt): boolean {
  if (!wasPaid(known)) return false;
  const isUnpaid = reading.state === "pending" || reading.state === "failed";
  return isUnpaid || reading.refunded < (known?.refunded_halalas ?? 0);
}

function decidePending({ intent }: Facts): Decision {
  const isChange = !isOver(intent.status) && intent.status !== "pending";
  return { ...nothing, attempt: "pending", intent: isChange ? { status: "pending", failure: null } : null };
}

/** A declined payment: the intent fails unless another attempt is still open. */
function decideFailed({ intent, reading, hasOtherOpenAttempt }: Facts): Decision {
  if (isOver(intent.status) || hasOtherOpenAttempt) return { ...nothing, attempt: "failed" };
  return {
    ...nothing,
    attempt: "failed",
    intent: { status: "failed", failure: reading.failure ?? "unexplained" },
    events: intent.status === "failed" ? [] : ["failed"],
  };
}

function decidePaid({ known, reading }: Facts): Decision {
  const isWholeRefund = reading.refunded >= reading.amount;
  const succeeds = !wasPaid(known) && !isWholeRefund;
  const isCounted = wasPaid(known) || succeeds;
  const refunds = isCounted && reading.refunded > (known?.refunded_halalas ?? 0);
  return {
    ...nothing,
    attempt: reading.state,
    intent: { status: isWholeRefund ? "refunded" : "paid", failure: null },
    events: [...(succeeds ? (["succeeded"] as const) : []), ...(refunds ? (["refunded"] as const) : [])],
  };
}
