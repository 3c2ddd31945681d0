/** Tap docs, Charges: the statuses of a charge. */
export type ChargeStatus =
  | "INITIATED"
  | "IN_PROGRESS"
  | "ABANDONED"
  | "CANCELLED"
  | "FAILED"
  | "DECLINED"
  | "RESTRICTED"
  | "CAPTURED"
  | "VOID"
  | "TIMEDOUT"
  | "UNKNOWN";

export type RefundStatus = "PENDING" | "REFUNDED" | "DECLINED" | "FAILED" | "RESTRICTED" | "CANCELLED";

/** The bank's decision: Tap's response code, and the card network's own. */
export type Outcome = { status: ChargeStatus; code: string; message: string; network: string | null };

/** What may be kept of a card; a full number is never stored. */
export type Card = {
  brand: "MADA" | "VISA" | "MASTERCARD" | "AMERICAN_EXPRESS";
  firstSix: string;
  lastFour: string;
  month: number;
  year: number;
  name: string;
  isEnrolled: boolean;
  outcome: Outcome;
};

export type SavedCard = Card & { id: string; customerId: string; agreementId: string; payments: number };

export type Customer = {
  id: string;
  first_name: string;
  last_name: string | null;
  email: string | null;
  phone: { country_code: string; number: string } | null;
};

/** A token stands for a saved card once, for some minutes. */
export type Token = { id: string; cardId: string; customerId: string; createdAt: number; isUsed: boolean };

export type Reference = {
  transaction?: string | undefined;
  order?: string | undefined;
  idempotent?: string | undefined;
};

export type Charge = {
  id: string;
  sequence: number;
  status: ChargeStatus;
  /** Halalas; decimal riyals on the wire. */
  amount: number;
  currency: string;
  isCustomerInitiated: boolean;
  isThreeDSecure: boolean;
  savesCard: boolean;
  description: string | null;
  metadata: Record<string, string> | null;
  reference: Reference;
  gatewayReference: string | null;
  paymentReference: string | null;
  outcome: Outcome | null;
  customer: Customer;
  sourceId: string;
  /** The card that pays: chosen on the page, or a saved one. */
  card: Card | null;
  savedCardId: string | null;
  agreementId: string | null;
  postUrl: string | null;
  postStatus: "PENDING" | "SUCCESS" | "ERROR";
  redirectUrl: string | null;
  /** System time in milliseconds. */
  createdAt: number;
};

export type Refund = {
  id: string;
  sequence: number;
  chargeId: string;
  status: RefundStatus;
  code: string;
  message: string;
  amount: number;
  currency: string;
  reason: string;
  reference: { merchant?: string | undefined; idempotent?: string | undefined };
  metadata: Record<string, string> | null;
  postUrl: string | null;
  createdAt: number;
};
