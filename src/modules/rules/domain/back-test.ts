import { addDays, daysBetween, type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Stage } from "../contract/enums.ts";
import { type Facts, type SeenCondition, weekDays } from "./conditions.ts";
import { type Act, type DecidingRule, decide } from "./decide.ts";
import { addTotals, type FigureChange, sumChanges, type Totals } from "./totals.ts";

export type CampaignHistory = {
  id: string;
  dailyBudgetHalalas: number;
  minimumBudgetHalalas: number;
  changes: readonly FigureChange[];
};

/** From the least to the most that is likely, in halalas. */
export type Range = { low: number; high: number };

export type TestedAct = {
  day: RiyadhDay;
  campaign_id: string;
  /** All conditions of the rule, with what they saw. */
  conditions: SeenCondition[];
  act: Act;
  /** What the campaign did spend and sell from that day to the end of the test. */
  spend_after_halalas: number;
  sales_after_halalas: number;
  /** Whether the days after it, as many as the window has, would have decided the same; null when there are none. */
  was_right: boolean | null;
};

export type BackTest = {
  /** On how many days the rule looked. */
  days: number;
  acts: TestedAct[];
  /** Spend that stops and cuts would have saved, and the delivered sales they would have cost. */
  saved: Range;
  lost_sales: Range;
  /** What raises would have spent and sold beyond it. */
  extra_spend: Range;
  extra_sales: Range;
};

export type TestedRule = DecidingRule & { stage: Stage; window_days: number };

/** A stopped campaign saves until its merchant would have looked at it again, at the latest after a week. */
const lookAgainDays = 7;
/** The last riyal of a budget sells less than the first: half as much at least, as much at most. */
const leastResponse = 0.5;
/** The morning hour of Riyadh at which a tested rule is evaluated, once a day. */
const evaluationHour = 6;

type Tested = CampaignHistory & {
  /** The share of its actual budget that it would have had, by day; a day that is absent has the last one before it. */
  factors: { day: RiyadhDay; factor: number }[];
  stoppedOn: RiyadhDay | null;
  /** Days on which it would have been paused. */
  pausedOn: Set<RiyadhDay>;
  lastActAt: Date | null;
  final: Map<RiyadhDay, Totals>;
  byDay: Map<RiyadhDay, FigureChange[]>;
};

type TestedPeriod = {
  from: RiyadhDay;
  to: RiyadhDay;
  raiseCeilingHalalas: number;
  /** Whether the rule looks at all on this day; on every one when absent. */
  isEvaluated?: (day: RiyadhDay) => boolean;
};

/**
 * What a rule would have done on each day from `from` to `to`, by the figures as they were known on its morning. What
 * follows from its acts is figured from what the campaigns did spend and sell.
 */
export function backTest(
  rule: TestedRule,
  campaigns: readonly CampaignHistory[],
  { from, to, raiseCeilingHalalas, isEvaluated = () => true }: TestedPeriod,
): BackTest {
  const tested = campaigns.map(toTested);
  const acts: TestedAct[] = [];
  const evaluated = listDays(from, to).filter(isEvaluated);
  for (const day of evaluated) {
    let raiseHalalas = raiseCeilingHalalas;
    const windowFrom = addDays(day, -rule.window_days);
    const days = {
      window: listDays(windowFrom, addDays(day, -1)),
      weekBefore: listDays(addDays(windowFrom, -weekDays), addDays(windowFrom, -1)),
      now: new Date(startOfRiyadhDay(day).getTime() + evaluationHour * 3_600_000),
    };
    for (const campaign of tested) {
      if (campaign.stoppedOn !== null) continue;
      const act = testDay(rule, campaign, { day, days, raiseHalalas });
      if (!act) continue;
      acts.push(toTestedAct(rule, campaign, { ...act, day, to }));
      if (act.act.kind === "set_budget")
        raiseHalalas -= Math.max(0, act.act.to_halalas - act.act.from_halalas);
    }
  }
  return { days: evaluated.length, acts, ...sumConsequences(tested, { from, to }) };
}

function toTested(history: CampaignHistory): Tested {
  const byDay = Map.groupBy(history.changes, ({ day }) => day);
  const final = new Map([...byDay].map(([day, changes]) => [day, sumChanges(changes)]));
  return { ...history, factors: [], stoppedOn: null, pausedOn: new Set(), lastActAt: null, final, byDay };
}

type Days = { window: readonly RiyadhDay[]; weekBefore: readonly RiyadhDay[]; now: Date };

/** Decides one campaign's day, and remembers what was done. */
function testDay(
  rule: TestedRule,
  campaign: Tested,
  { day, days, raiseHalalas }: { day: RiyadhDay; days: Days; raiseHalalas: number },
): Decided | null {
  const { now } = days;
  const factor = findFactor(campaign, day);
  const facts = toFacts(rule, campaign, { day, days });
  const decision = decide(rule, {
    facts,
    subject: {
      dailyBudgetHalalas: Math.round(campaign.dailyBudgetHalalas * factor),
      minimumBudgetHalalas: campaign.minimumBudgetHalalas,
      // Alone, a rule finds no change of others to take back.
      restoreToHalalas: null,
      hasDrift: false,
    },
    history: { lastActAt: campaign.lastActAt, actsToday: 0 },
    allowance: { raiseHalalas },
    now,
  });
  if (decision.kind === "leave") return null;
  const { act, conditions } = decision;
  campaign.lastActAt = now;
  if (act.kind === "stop") campaign.stoppedOn = day;
  else if (act.kind === "pause") campaign.pausedOn.add(day);
  else campaign.factors.push({ day, factor: act.to_halalas / campaign.dailyBudgetHalalas });
  return { act, conditions, weekBefore: facts.weekBefore };
}

/** The window's figures as known on the morning of `day`, with the budgets that the rule would have set. */
function toFacts(rule: TestedRule, campaign: Tested, { day, days }: { day: RiyadhDay; days: Days }): Facts {
  const { total, hasFigures } = sumKnown(campaign, days.window, day);
  const before = sumKnown(campaign, days.weekBefore, day);
  return {
    ...toSums(rule, total),
    clicks: Math.round(total.clicks),
    days: rule.window_days,
    hasFigures,
    weekBefore: before.hasFigures ? toSums(rule, before.total) : null,
    readAt: days.now,
  };
}

const toSums = ({ stage }: Pick<TestedRule, "stage">, { spend, placed, delivered }: Totals) => ({
  spend_halalas: Math.round(spend),
  sales_halalas: Math.round(stage === "placed" ? placed : delivered),
});

function sumKnown(campaign: Tested, days: readonly RiyadhDay[], knownOn: RiyadhDay) {
  const total: Totals = { spend: 0, placed: 0, delivered: 0, clicks: 0 };
  let hasFigures = false;
  for (const each of days) {
    const factor = campaign.pausedOn.has(each) ? 0 : findFactor(campaign, each);
    for (const one of campaign.byDay.get(each) ?? []) {
      if (one.known_on > knownOn) continue;
      hasFigures = true;
      total.spend += one.spend_halalas * factor;
      total.placed += one.sales_placed_halalas * factor;
      total.delivered += one.sales_delivered_halalas * factor;
      total.clicks += one.clicks * factor;
    }
  }
  return { total, hasFigures };
}

function findFactor({ factors }: Tested, day: RiyadhDay): number {
  return factors.findLast((one) => one.day <= day)?.factor ?? 1;
}

type Decided = { act: Act; conditions: SeenCondition[]; weekBefore: Facts["weekBefore"] };

function toTestedAct(
  rule: TestedRule,
  campaign: Tested,
  { act, conditions, weekBefore, day, to }: Decided & { day: RiyadhDay; to: RiyadhDay },
): TestedAct {
  const after = sumFinal(campaign, day, to);
  const until = earlier(addDays(day, rule.window_days - 1), to);
  const next = sumFinal(campaign, day, until);
  const days = daysBetween(day, until) + 1;
  return {
    day,
    campaign_id: campaign.id,
    conditions,
    act,
    spend_after_halalas: after.spend,
    sales_after_halalas: after.delivered,
    was_right: next.spend === 0 ? null : wouldActAgain(rule, campaign, { totals: next, days, weekBefore }),
  };
}

/** Whether the days that followed, had they been known, would have decided the same; the week before stays as it was. */
function wouldActAgain(rule: TestedRule, campaign: Tested, { totals, days, weekBefore }: After): boolean {
  const now = new Date(0);
  const facts = {
    ...toSums(rule, totals),
    clicks: totals.clicks,
    days,
    weekBefore,
    hasFigures: true,
    readAt: now,
  };
  const decision = decide(
    { ...rule, min_spend_halalas: 0, min_clicks: 0 },
    {
      facts,
      subject: {
        dailyBudgetHalalas: campaign.dailyBudgetHalalas,
        minimumBudgetHalalas: 0,
        restoreToHalalas: null,
        hasDrift: false,
      },
      history: { lastActAt: null, actsToday: 0 },
      allowance: { raiseHalalas: Number.POSITIVE_INFINITY },
      now,
    },
  );
  return decision.kind === "act";
}
type After = { totals: Totals; days: number; weekBefore: Facts["weekBefore"] };

function sumConsequences(tested: readonly Tested[], { from, to }: { from: RiyadhDay; to: RiyadhDay }) {
  const sums = { saved: none(), lost_sales: none(), extra_spend: none(), extra_sales: none() };
  const days = listDays(from, to);
  for (const campaign of tested) {
    for (const day of days) {
      const actual = campaign.final.get(day);
      if (!actual) continue;
      const change = toChange(campaign, day);
      if (change.share === 0) continue;
      const spend = Math.abs(actual.spend * change.share);
      const sales = Math.abs(actual.delivered * change.share);
      const isLess = change.share < 0;
      addRange(isLess ? sums.saved : sums.extra_spend, change.isCertain ? spend : 0, spend);
      const least = change.isStop ? 1 : leastResponse;
      addRange(isLess ? sums.lost_sales : sums.extra_sales, change.isCertain ? sales * least : 0, sales);
    }
  }
  return sums;
}

/** By what share of the actual day the rule would have changed it; a stop is certain for a week, likely beyond. */
function toChange(campaign: Tested, day: RiyadhDay) {
  const { stoppedOn } = campaign;
  if (campaign.pausedOn.has(day)) return { share: -1, isStop: true, isCertain: true };
  if (stoppedOn === null || day < stoppedOn)
    return { share: findFactor(campaign, day) - 1, isStop: false, isCertain: true };
  return { share: -1, isStop: true, isCertain: day < addDays(stoppedOn, lookAgainDays) };
}

const none = (): Range => ({ low: 0, high: 0 });

function addRange(range: Range, low: number, high: number): void {
  range.low += Math.round(low);
  range.high += Math.round(high);
}

function sumFinal({ final }: Tested, from: RiyadhDay, to: RiyadhDay): Totals {
  const total: Totals = { spend: 0, placed: 0, delivered: 0, clicks: 0 };
  for (const day of listDays(from, to)) {
    const one = final.get(day);
    if (one) addTotals(total, one);
  }
  return total;
}

/** Both included. */
const listDays = (from: RiyadhDay, to: RiyadhDay): RiyadhDay[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));

const earlier = (one: RiyadhDay, other: RiyadhDay): RiyadhDay => (one < other ? one : other);
