import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import type { Indicator, Silence } from "../../contract/enums.ts";

/** What all campaigns came to in some days: halalas, and orders placed. */
export type PeriodSums = { spend: number; sales: number; orders: number };

export type MessageFacts = {
  now: PeriodSums;
  before: PeriodSums;
  /** The figures of all ad accounts are known up to then; null while one was never read. */
  readAt: Date | null;
};

export type MessageHistory = {
  /** The day of the rule's last message. */
  sentOn: RiyadhDay | null;
  /** When any rule last told of the same indicator and change. */
  sameEventAt: Date | null;
};

/** What keeps a message back at this time of the day. */
export type Pause = Extract<Silence, "quiet_hours" | "prayer"> | null;

export type Seen = { valueNow: number | null; valueBefore: number | null };
export type MessageDecision = Seen &
  ({ kind: "send"; percent: number } | { kind: "stay_silent"; reason: Silence });

const staleMs = 3 * 3_600_000;
const sameEventMs = 6 * 3_600_000;

/** Halalas, orders, or hundredths of a return; null where there is nothing to divide by. */
export function computeIndicator(indicator: Indicator, { spend, sales, orders }: PeriodSums): number | null {
  switch (indicator) {
    case "sales":
      return sales;
    case "orders":
      return orders;
    case "spend":
      return spend;
    case "roas":
      return spend === 0 ? null : Math.round((sales * 100) / spend);
    case "cost_per_order":
      return orders === 0 ? null : Math.round(spend / orders);
  }
}

/** Money burns while more is spent than comes back: then a message does not wait for the morning. */
export const isBurning = ({ spend, sales }: PeriodSums): boolean => spend > 0 && sales < spend;

/** Whether a rule sends a message now. Missing, stale and empty figures send none. */
export function decideMessage(
  { indicator, change, value }: CommunicationRuleFields,
  {
    facts,
    history,
    pause,
    today,
    at,
  }: {
    facts: MessageFacts;
    history: MessageHistory;
    pause: Pause;
    today: RiyadhDay;
    at: Date;
  },
): MessageDecision {
  const seen = {
    valueNow: computeIndicator(indicator, facts.now),
    valueBefore: computeIndicator(indicator, facts.before),
  };
  const staySilent = (reason: Silence) => ({ kind: "stay_silent", reason, ...seen }) as const;
  if (facts.readAt === null) return staySilent("no_figures");
  if (at.getTime() - facts.readAt.getTime() > staleMs) return staySilent("figures_stale");
  if (
    facts.now.spend === 0 &&
    facts.before.spend === 0 &&
    facts.now.orders === 0 &&
    facts.before.orders === 0
  )
    return staySilent("no_figures");
  const { valueNow, valueBefore } = seen;
  if (valueNow === null || valueBefore === null || valueBefore === 0) return staySilent("nothing_before");
  const difference = change === "increased" ? valueNow - valueBefore : valueBefore - valueNow;
  // Compared without dividing, so that exactly on the threshold is on it.
  if (difference <= 0 || difference * 100 < value * valueBefore) return staySilent("not_met");
  if (history.sentOn === today) return staySilent("sent_today");
  if (history.sameEventAt && at.getTime() - history.sameEventAt.getTime() < sameEventMs)
    return staySilent("same_event");
  if (pause !== null && !isBurning(facts.now)) return staySilent(pause);
  return { kind: "send", percent: Math.floor((difference * 100) / valueBefore), ...seen };
}
