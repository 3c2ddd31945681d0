/* Constants alone, which pages read without the validation library. */

export const questionKinds = ["text", "single_choice"] as const;

export const questionsMax = 20;
export const choicesMax = 12;
export const consultationsMax = 100;

export const orderStatuses = [
  "created",
  "accepted",
  "rejected",
  "confirmed",
  "cancelled",
  "completed",
  "deleted",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What of an order changed. `details`: who came, what is shared or proposed. */
export const orderChanges = ["status", "meeting", "details"] as const;

/** Where an order's money is, or its voucher. */
export const moneyStates = ["held", "earned", "returned"] as const;
export type MoneyState = (typeof moneyStates)[number];

/** What an order is paid with. `free`: a coupon took all of the price. */
export const payments = ["balance", "voucher", "plan", "free"] as const;
export type Payment = (typeof payments)[number];

export const ordersExportFormats = ["xlsx", "csv"] as const;

/** What happens when somebody does not come; the merchant reads it before they pay. */
export const meetingRules = {
  /** A consultant who has not come by then gives all of the money back. */
  consultantLateMinutes: 10,
  /** A merchant who has not come by then has had the consultation. */
  merchantLateMinutes: 15,
  /** How long before its start a meeting can be opened. */
  opensBeforeMinutes: 15,
  /** After the end of a meeting that took place, an order that nobody completed is completed by itself. */
  completesAfterDays: 7,
  /** An order without a time on which nothing happens for so long is cancelled by itself. */
  idleDays: 30,
} as const;

export const messageMax = 4_000;
/** Of one order. */
export const messagesMax = 500;
export const messageFileMimes = ["application/pdf", "image/png", "image/jpeg", "image/webp"] as const;
export const messageFileBytesMax = 5 * 1_024 * 1_024;

/** A daily budget, a control rule, or the texts of an ad. */
export const adviceKinds = ["budget", "rule", "ad"] as const;
export type AdviceKind = (typeof adviceKinds)[number];
export const advisedActions = [
  "increase_budget",
  "decrease_budget",
  "pause_until_tomorrow",
  "stop_campaign",
] as const;
export const adviceStates = ["proposed", "accepted", "declined"] as const;
export type AdviceState = (typeof adviceStates)[number];
/** Of one order. */
export const adviceMax = 20;

/** An order that a card pays: until its deposit is credited, and what became of it then. */
export const cardOrderStates = ["waiting", "placed", "not_placed"] as const;
export type CardOrderState = (typeof cardOrderStates)[number];

/** Why it was not placed: paid too late, ordered anew meanwhile, or what an order is refused for. */
export const cardOrderReasons = [
  "late",
  "ordered_again",
  "changed",
  "not_offered",
  "coupon",
  "balance",
  "answers",
] as const;
export type CardOrderReason = (typeof cardOrderReasons)[number];
