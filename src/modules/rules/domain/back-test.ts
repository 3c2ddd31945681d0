import { addDays, daysBetween, type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Stage } from "../contract/enums.ts";
import { type Act, type DecidingRule, decide, type Facts } from "./decide.ts";

/**
 * What became known of a campaign's day by a morning: the difference to what was known before. `known_on` is the first
 * day whose evaluation could see it, so a correction of the third day changes nothing that was decided on the first.
 */
export type FigureChange = {
  day: RiyadhDay;
  known_on: RiyadhDay;
  spend_halalas: number;
  sales_placed_halalas: number;
  sales_delivered_halalas: number;
  clicks: number;
};

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
  seen: number | null;
  act: Act;
  /** What the campaign did spend and sell from that day to the end of the test. */
  spend_after_halalas: number;
  sales_after_halalas: number;
  /** Whether the days after it, as many as the window has, would have decided the same; null when there are none. */
  was_right: boolean | null;
};

export type BackTest = {
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

type Totals = { spend: number; placed: number; delivered: number; clicks: number };
type Tested = CampaignHistory & {
  /** The share of its actual budget that it would have had, by day; a day that is absent has the last one before it. */
  factors: { day: RiyadhDay; factor: number }[];
  stoppedOn: RiyadhDay | null;
  lastActAt: Date | null;
  final: Map<RiyadhDay, Totals>;
  byDay: Map<RiyadhDay, FigureChange[]>;
};

/**
 * What a rule would have done on each day from `from` to `to`, by the figures as they were known on its morning. What
 * follows from its acts is figured from what the campaigns did spend and sell.
 */
export function backTest(
  rule: TestedRule,
  campaigns: readonly CampaignHistory[],
  { from, to, raiseCeilingHalalas }: { from: RiyadhDay; to: RiyadhDay; raiseCeilingHalalas: number },
): BackTest {
  const tested = campaigns.map(toTested);
  const acts: TestedAct[] = [];
  for (const day of listDays(from, to)) {
    let raiseHalalas = raiseCeilingHalalas;
    const window = listDays(addDays(day, -rule.window_days), addDays(day, -1));
    for (const campaign of tested) {
      if (campaign.stoppedOn !== null) continue;
      const act = testDay(rule, campaign, { day, window, raiseHalalas });
      if (!act) continue;
      acts.push(toTestedAct(rule, campaign, { ...act, day, to }));
      if (act.act.kind === "set_budget")
        raiseHalalas -= Math.max(0, act.act.to_halalas - act.act.from_halalas);
    }
  }
  return { acts, ...sumConsequences(tested, { from, to }) };
}

function toTested(history: CampaignHistory): Tested {
  const byDay = Map.groupBy(history.changes, ({ day }) => day);
  const final = new Map([...byDay].map(([day, changes]) => [day, sum(changes, 1)]));
  return { ...history, factors: [], stoppedOn: null, lastActAt: null, final, byDay };
}

/** Decides one campaign's day, and remembers what was done. */
function testDay(
  rule: TestedRule,
  campaign: Tested,
  { day, window, raiseHalalas }: { day: RiyadhDay; window: readonly RiyadhDay[]; raiseHalalas: number },
): { act: Act; seen: number | null } | null {
  const now = new Date(startOfRiyadhDay(day).getTime() + evaluationHour * 3_600_000);
  const factor = findFactor(campaign, day);
  const decision = decide(rule, {
    facts: toFacts(rule, campaign, { day, window, now }),
    subject: {
      dailyBudgetHalalas: Math.round(campaign.dailyBudgetHalalas * factor),
      minimumBudgetHalalas: campaign.minimumBudgetHalalas,
      hasDrift: false,
    },
    history: { lastActAt: campaign.lastActAt, actsToday: 0 },
    allowance: { raiseHalalas },
    now,
  });
  if (decision.kind === "leave") return null;
  const { act, seen } = decision;
  campaign.lastActAt = now;
  if (act.kind === "stop") campaign.stoppedOn = day;
  else campaign.factors.push({ day, factor: act.to_halalas / campaign.dailyBudgetHalalas });
  return { act, seen };
}

/** The window's figures as known on the morning of `day`, with the budgets that the rule would have set. */
function toFacts(
  rule: TestedRule,
  campaign: Tested,
  { day, window, now }: { day: RiyadhDay; window: readonly RiyadhDay[]; now: Date },
): Facts {
  const total: Totals = { spend: 0, placed: 0, delivered: 0, clicks: 0 };
  let hasFigures = false;
  for (const each of window) {
    const known = (campaign.byDay.get(each) ?? []).filter(({ known_on }) => known_on <= day);
    if (known.length > 0) hasFigures = true;
    add(total, sum(known, findFactor(campaign, each)));
  }
  return {
    spend_halalas: Math.round(total.spend),
    sales_halalas: Math.round(rule.stage === "placed" ? total.placed : total.delivered),
    clicks: Math.round(total.clicks),
    hasFigures,
    readAt: now,
  };
}

function findFactor({ factors }: Tested, day: RiyadhDay): number {
  return factors.findLast((one) => one.day <= day)?.factor ?? 1;
}

type Decided = { act: Act; seen: number | null; day: RiyadhDay; to: RiyadhDay };

function toTestedAct(rule: TestedRule, campaign: Tested, { act, seen, day, to }: Decided): TestedAct {
  const after = sumFinal(campaign, day, to);
  const next = sumFinal(campaign, day, earlier(addDays(day, rule.window_days - 1), to));
  return {
    day,
    campaign_id: campaign.id,
    seen,
    act,
    spend_after_halalas: after.spend,
    sales_after_halalas: after.delivered,
    was_right: next.spend === 0 ? null : wouldActAgain(rule, campaign, next),
  };
}

/** Whether the days that followed, had they been known, would have decided the same. */
function wouldActAgain(
  rule: TestedRule,
  campaign: Tested,
  { spend, placed, delivered, clicks }: Totals,
): boolean {
  const now = new Date(0);
  const decision = decide(
    { ...rule, min_spend_halalas: 0, min_clicks: 0 },
    {
      facts: {
        spend_halalas: spend,
        sales_halalas: rule.stage === "placed" ? placed : delivered,
        clicks,
        hasFigures: true,
        readAt: now,
      },
      subject: { dailyBudgetHalalas: campaign.dailyBudgetHalalas, minimumBudgetHalalas: 0, hasDrift: false },
      history: { lastActAt: null, actsToday: 0 },
      allowance: { raiseHalalas: Number.POSITIVE_INFINITY },
      now,
    },
  );
  return decision.kind === "act";
}

function sumConsequences(tested: readonly Tested[], { from, to }: { from: RiyadhDay; to: RiyadhDay }) {
  const sums = { saved: none(), lost_sales: none(), extra_spend: none(), extra_sales: none() };
  for (const campaign of tested) {
    for (const day of listDays(from, to)) {
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
  if (stoppedOn === null || day < stoppedOn)
    return { share: findFactor(campaign, day) - 1, isStop: false, isCertain: true };
  return { share: -1, isStop: true, isCertain: day < addDays(stoppedOn, lookAgainDays) };
}

const none = (): Range => ({ low: 0, high: 0 });

function addRange(range: Range, low: number, high: number): void {
  range.low += Math.round(low);
  range.high += Math.round(high);
}

function sum(changes: readonly FigureChange[], factor: number): Totals {
  const total: Totals = { spend: 0, placed: 0, delivered: 0, clicks: 0 };
  for (const one of changes)
    add(total, {
      spend: one.spend_halalas * factor,
      placed: one.sales_placed_halalas * factor,
      delivered: one.sales_delivered_halalas * factor,
      clicks: one.clicks * factor,
    });
  return total;
}

function sumFinal({ final }: Tested, from: RiyadhDay, to: RiyadhDay): Totals {
  const total: Totals = { spend: 0, placed: 0, delivered: 0, clicks: 0 };
  for (const day of listDays(from, to)) {
    const one = final.get(day);
    if (one) add(total, one);
  }
  return total;
}

function add(total: Totals, one: Totals): void {
  total.spend += one.spend;
  total.placed += one.placed;
  total.delivered += one.delivered;
  total.clicks += one.clicks;
}

/** Both included. */
const listDays = (from: RiyadhDay, to: RiyadhDay): RiyadhDay[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));

const earlier = (one: RiyadhDay, other: RiyadhDay): RiyadhDay => (one < other ? one : other);
