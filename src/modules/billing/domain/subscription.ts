import type { SubscriptionState } from "../contract/enums.ts";

/** What can happen to a subscription. */
type Command = "purchase" | "renew" | "miss_payment" | "pay" | "cancel" | "resume" | "end";

/** From state to state; what is not listed cannot happen. */
const transitions: Record<SubscriptionState, Partial<Record<Command, SubscriptionState>>> = {
  trial: { purchase: "active", end: "expired" },
  active: { renew: "active", pay: "active", miss_payment: "past_due", cancel: "cancelled", end: "expired" },
  past_due: { pay: "active", purchase: "active", miss_payment: "past_due", end: "expired" },
  cancelled: { resume: "active", end: "expired" },
  expired: {},
};

/** The state after a command; null when the command is not possible. */
export const transition = (state: SubscriptionState, command: Command): SubscriptionState | null =>
  transitions[state][command] ?? null;

/** How long a renewal may still be under way after its period's end, before the tools close, in milliseconds. */
const renewalGraceMs = 24 * 3_600_000;

/**
 * Whether paid tools are open. A trial and a cancelled subscription end on the moment; a renewal that is being charged
 * has a day.
 */
export function isOpenAt(
  { state, current_ends_at }: { state: SubscriptionState; current_ends_at: Date },
  now: Date,
): boolean {
  if (state === "trial" || state === "cancelled") return now < current_ends_at;
  return state === "active" && now.getTime() < current_ends_at.getTime() + renewalGraceMs;
}
