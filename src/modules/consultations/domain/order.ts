import { type MoneyState, meetingRules, type OrderStatus } from "../contract/consultations-enums.ts";

export type OrderAction = "accept" | "reject" | "confirm" | "complete" | "cancel" | "delete";
export const orderActions = ["accept", "reject", "confirm", "complete", "cancel", "delete"] as const;

/** The merchant's people, our staff, or the product itself. */
export type Side = "member" | "staff" | "system";

type Transition = {
  from: readonly OrderStatus[];
  to: OrderStatus;
  by: readonly Side[];
  /** What becomes of the money that is held; by default it stays held. */
  money?: Exclude<MoneyState, "held">;
};

export const orderTransitions: Record<OrderAction, Transition> = {
  accept: { from: ["created"], to: "accepted", by: ["staff"] },
  reject: { from: ["created"], to: "rejected", by: ["staff"], money: "returned" },
  confirm: { from: ["accepted"], to: "confirmed", by: ["staff", "system"] },
  complete: { from: ["confirmed"], to: "completed", by: ["staff", "system"], money: "earned" },
  cancel: {
    from: ["created", "accepted", "confirmed"],
    to: "cancelled",
    by: ["member", "staff", "system"],
    money: "returned",
  },
  delete: { from: ["rejected", "cancelled", "completed"], to: "deleted", by: ["member"] },
};

/** What decides about an order: its status, its meeting, and its money in halalas. */
export type OrderFacts = {
  status: OrderStatus;
  starts_at: Date | null;
  merchant_joined_at: Date | null;
  consultant_joined_at: Date | null;
  /** Where the money is, or the voucher. */
  payment_state: MoneyState;
  /** Zero where a voucher or a coupon took the whole price. */
  price_halalas: number;
};

export type OrderRefusal =
  | "consultations.wrong_status"
  | "consultations.already_begun"
  | "consultations.not_begun"
  | "consultations.consultant_absent";

/** What a transition writes: the status, and the price where it is now. */
export type OrderChange = Pick<OrderFacts, "status" | "payment_state"> & MoneyParts;
export type MoneyParts = { held_halalas: number; earned_halalas: number; returned_halalas: number };
export type Decision =
  | { kind: "changed"; change: OrderChange; money: Transition["money"] | null }
  | { kind: "refused"; code: OrderRefusal };

/** What an action makes of an order, or why it is refused. */
export function transition(
  order: OrderFacts,
  { action, by, now }: { action: OrderAction; by: Side; now: Date },
): Decision {
  const { from, to, by: sides, money = null } = orderTransitions[action];
  if (!sides.includes(by) || !from.includes(order.status))
    return { kind: "refused", code: "consultations.wrong_status" };
  const code = findMeetingProblem(order, { action, by, now });
  if (code) return { kind: "refused", code };
  const payment_state = money ?? order.payment_state;
  const change = { status: to, payment_state, ...toMoneyParts(order.price_halalas, payment_state) };
  return { kind: "changed", change, money };
}

/** A price, all of it where the payment is. */
export const toMoneyParts = (price: number, state: MoneyState): MoneyParts => ({
  held_halalas: state === "held" ? price : 0,
  earned_halalas: state === "earned" ? price : 0,
  returned_halalas: state === "returned" ? price : 0,
});

/**
 * A meeting that has begun is not cancelled by its merchant, and one that a consultant did not come to is not earned.
 */
function findMeetingProblem(
  { status, starts_at, consultant_joined_at }: OrderFacts,
  { action, by, now }: { action: OrderAction; by: Side; now: Date },
): OrderRefusal | null {
  const hasBegun = status === "confirmed" && starts_at !== null && now >= starts_at;
  if (action === "cancel" && by === "member" && hasBegun) return "consultations.already_begun";
  if (action !== "complete") return null;
  if (!hasBegun) return "consultations.not_begun";
  return consultant_joined_at === null ? "consultations.consultant_absent" : null;
}

/** The actions that this side can take now. */
export const listActions = (order: OrderFacts, by: Side, now: Date): OrderAction[] =>
  orderActions.filter((action) => transition(order, { action, by, now }).kind === "changed");

const minuteMs = 60_000;

/** Whether the consultant has not come in time, so that the money goes back. */
export function isConsultantAbsent(order: OrderFacts, now: Date): boolean {
  const { status, starts_at, consultant_joined_at } = order;
  if (status !== "confirmed" || starts_at === null) return false;
  const limit = starts_at.getTime() + meetingRules.consultantLateMinutes * minuteMs;
  return consultant_joined_at === null ? now.getTime() >= limit : consultant_joined_at.getTime() >= limit;
}

/** Whether the meeting can be opened: from a quarter of an hour before its start until its end. */
export function isJoinable(
  { status, starts_at, ends_at }: Pick<OrderFacts, "status" | "starts_at"> & { ends_at: Date | null },
  now: Date,
): boolean {
  if (status !== "confirmed" || starts_at === null || ends_at === null) return false;
  const opensAt = starts_at.getTime() - meetingRules.opensBeforeMinutes * minuteMs;
  return now.getTime() >= opensAt && now < ends_at;
}

/** Whether the merchant did not come to a meeting that was held for them. */
export function isMerchantAbsent({ starts_at, merchant_joined_at }: OrderFacts, now: Date): boolean {
  if (starts_at === null) return false;
  const limit = starts_at.getTime() + meetingRules.merchantLateMinutes * minuteMs;
  return merchant_joined_at === null ? now.getTime() >= limit : merchant_joined_at.getTime() > limit;
}

const dayMs = 24 * 60 * minuteMs;

/** How an order ends that nobody ended; null while it need not. `updated_at`: when anything last happened to it. */
export function findDueEnd(
  order: OrderFacts & { ends_at: Date | null; updated_at: Date },
  now: Date,
): "complete" | "cancel" | null {
  const { status, ends_at, updated_at } = order;
  const isPast = (since: Date, days: number) => now.getTime() >= since.getTime() + days * dayMs;
  if (status === "created" || status === "accepted")
    return isPast(updated_at, meetingRules.idleDays) ? "cancel" : null;
  if (status !== "confirmed" || ends_at === null) return null;
  if (!isPast(ends_at, meetingRules.completesAfterDays)) return null;
  return isConsultantAbsent(order, now) ? "cancel" : "complete";
}
