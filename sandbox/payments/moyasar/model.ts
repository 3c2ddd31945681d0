import type { Company } from "./cards.ts";

export type PaymentStatus =
  | "initiated"
  | "paid"
  | "failed"
  | "authorized"
  | "captured"
  | "refunded"
  | "voided"
  | "verified";

/** The bank's decision, applied after the shopper's challenge. Never shown. */
export interface Plan {
  code: string;
  /** `always`: the bank wants its page even for a charge without the cardholder. */
  challenge: "asks" | "frictionless" | "fails" | "always";
  manual: boolean;
}

export interface Source {
  type: "creditcard" | "applepay" | "stcpay";
  company: Company | "stcpay" | null;
  name: string | null;
  /** Masked: a full number is never stored. */
  number: string | null;
  token: string | null;
  message: string | null;
  response_code: string | null;
  reference_number: string | null;
  authorization_code: string | null;
  /** stcpay only. */
  mobile: string | null;
}

export interface Payment {
  id: string;
  sequence: number;
  status: PaymentStatus;
  amount: number;
  fee: number;
  currency: string;
  refunded: number;
  captured: number;
  refunded_at: string | null;
  captured_at: string | null;
  voided_at: string | null;
  paid_at: string | null;
  description: string | null;
  callback_url: string | null;
  ip: string | null;
  created_at: string;
  updated_at: string;
  metadata: Record<string, string> | null;
  source: Source;
  plan: Plan;
  /** Set by a control call: the bank takes no refund of this payment. */
  refund_refusal?: "too_late" | "refused" | null;
}

export interface CardToken {
  id: string;
  status: "initiated" | "active" | "inactive" | "expired";
  company: Company;
  masked: string;
  month: number;
  year: number;
  name: string;
  callback_url: string | null;
  metadata: Record<string, string> | null;
  code: string;
  challenge: Plan["challenge"];
  created_at: string;
  updated_at: string;
}
