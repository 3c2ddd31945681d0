import { type Context, type ReadContext, systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Language } from "#base/shared/language.ts";
import { cities } from "#base/shared/places/generated/cities.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CountedTextOutcome } from "#modules/billing/server/texts/texts.facade.ts";
import {
  decideMessage,
  type MessageDecision,
  type MessageFacts,
} from "../../domain/communication/decide-message.ts";
import { findPause } from "../../domain/communication/find-pause.ts";
import { toEventWords, toFiguresWords, toRuleSentence } from "../../domain/communication/message-words.ts";
import { computeNextRun, computeOffset } from "../../domain/next-run.ts";
import { lockMerchantRules } from "../control-rules.store.ts";
import type { RulesDeps } from "../deps.ts";
import { toWindow } from "../load-facts.ts";
import { recordCommunicationEvaluation } from "./communication-evaluations.store.ts";
import {
  type CommunicationRecord,
  findCommunicationRule,
  findEventTimes,
  listDueCommunicationRules,
  markCommunicationSent,
  saveNextCommunicationRun,
  toEventKey,
} from "./communication-rules.store.ts";

export type CommunicationDeps = Pick<
  RulesDeps,
  "figures" | "seasons" | "merchants" | "texts" | "billing" | "messages"
>;

/** Every rule looks as often as this; the wording of the schedule's type is shared with control rules. */
const timing = { schedule: "every_15_minutes", at_hour: null, hours_from: null, hours_to: null } as const;

export const toNextCommunicationRun = ({ actor, now }: ReadContext): Date =>
  computeNextRun(timing, now, computeOffset(actor.merchantId));

/**
 * Evaluates the merchant's communication rules that are due, on figures read once for each number of days. Each rule is a
 * transaction of its own, with its message in the outbox: killed on the way, nothing is said twice.
 */
export const evaluateCommunication =
  (deps: CommunicationDeps) =>
  async (db: Db, { merchantId, now }: { merchantId: string; now: Date }): Promise<void> => {
    const ctx = systemContext(db, merchantId, now);
    const rules = await listDueCommunicationRules(ctx);
    const facts = new Map<number, MessageFacts>();
    for (const { days } of rules)
      if (!facts.has(days)) facts.set(days, await loadMessageFacts(deps)(ctx, days));
    for (const due of rules) {
      const seen = facts.get(due.days);
      if (seen) await transact(ctx, (ctx) => evaluateRule(deps)(ctx, due, seen));
    }
  };

/** What all campaigns came to in the days up to yesterday, and in as many before. */
const loadMessageFacts =
  ({ figures }: Pick<CommunicationDeps, "figures">) =>
  async (ctx: ReadContext, days: number): Promise<MessageFacts> => {
    const window = toWindow(days, ctx.now);
    const load = async (filter: { from: RiyadhDay; to: RiyadhDay }) => {
      const [row] = await figures.query(ctx, {
        measures: ["spend_halalas", "sales_placed_halalas", "orders_placed"],
        by: [],
        filter,
      });
      return {
        spend: row?.spend_halalas ?? 0,
        sales: row?.sales_placed_halalas ?? 0,
        orders: row?.orders_placed ?? 0,
      };
    };
    const readAt = await figures.findCompleteUntil(ctx);
    return {
      now: await load(window),
      before: await load({ from: addDays(window.from, -days), to: addDays(window.from, -1) }),
      readAt: readAt === null ? null : new Date(readAt),
    };
  };

const evaluateRule =
  (deps: CommunicationDeps) =>
  async (ctx: Context, due: CommunicationRecord, facts: MessageFacts): Promise<void> => {
    // Two runs at one moment are decided one after the other: the second reads what the first sent.
    await lockMerchantRules(ctx);
    const rule = await findCommunicationRule(ctx, due.id);
    if (rule?.next_run_at?.getTime() !== due.next_run_at?.getTime() || !rule?.next_run_at) return;
    const decision = decideMessage(rule, {
      facts,
      history: {
        sentOn: rule.fired_on as RiyadhDay | null,
        sameEventAt: (await findEventTimes(ctx)).get(toEventKey(rule)) ?? null,
      },
      pause: findPause(ctx.now, await loadPrayers(deps)(ctx, rule.city)),
      today: toRiyadhDay(ctx.now),
      at: ctx.now,
    });
    const outcome =
      decision.kind === "send"
        ? await send(deps)(ctx, rule, decision)
        : { decision: decision.reason, key: null, leftOut: 0 };
    await recordCommunicationEvaluation(ctx, {
      rule_id: rule.id,
      decision: outcome.decision,
      value_now: decision.valueNow,
      value_before: decision.valueBefore,
      read_at: facts.readAt,
      text_key: outcome.key,
      numbers_left_out: outcome.leftOut,
    });
    await saveNextCommunicationRun(ctx, {
      id: rule.id,
      ranAt: rule.next_run_at,
      nextRunAt: toNextCommunicationRun(ctx),
    });
  };

/** The day's prayers in a city, in minutes after midnight. */
const loadPrayers =
  ({ seasons }: Pick<CommunicationDeps, "seasons">) =>
  async (ctx: ReadContext, city: string): Promise<readonly number[]> => {
    const [, , , , latitude, longitude] = cities.find(([key]) => key === city) ?? cities[0] ?? [];
    if (latitude === undefined || longitude === undefined) return [];
    return seasons.listPrayers(ctx.db, { latitude, longitude }, toRiyadhDay(ctx.now));
  };

const send =
  (deps: CommunicationDeps) =>
  async (
    ctx: Context,
    rule: CommunicationRecord,
    { percent, valueNow, valueBefore }: Extract<MessageDecision, { kind: "send" }>,
  ): Promise<{ decision: string; key: string | null; leftOut: number }> => {
    const language = await deps.merchants.loadLanguage(ctx);
    const t = makeTranslate(deps, language);
    // One key for the rule's day: whatever happens, its message of a day is one.
    const key = `communication_rule:${rule.id}:${toRiyadhDay(ctx.now)}`;
    const queue = (to: string, key: string) =>
      deps.billing.queueCountedText(ctx, {
        key,
        channel: rule.channel,
        to,
        language,
        template: "communication_rule",
        params: {
          what: toEventWords(t, rule, percent),
          figures: toFiguresWords(t, rule.indicator, { now: valueNow ?? 0, before: valueBefore ?? 0 }),
        },
        linkPath: "rules/communication",
        reason: toReason(deps, rule),
      });
    const outcome = await queue(await deps.merchants.loadMobile(ctx), key);
    if (isLeftOut(outcome)) return { decision: outcome, key: null, leftOut: 0 };
    // A number that was removed since is not written to any more.
    const proven = rule.numbers.length === 0 ? [] : await deps.texts.findProvenNumbers(ctx);
    let leftOut = 0;
    for (const number of rule.numbers.filter((one) => proven.includes(one)))
      if (isLeftOut(await queue(number, `${key}:${number}`))) leftOut += 1;
    await markCommunicationSent(ctx, rule.id);
    await ctx.tx.publish({
      name: "rules.message_sent",
      merchant_id: ctx.actor.merchantId,
      rule_id: rule.id,
    });
    return { decision: "sent", key, leftOut };
  };

export const isLeftOut = (outcome: CountedTextOutcome): outcome is "over_limit" | "no_stock" =>
  outcome === "over_limit" || outcome === "no_stock";

/** What a rule's messages are, in the history of the stock. */
export const toReason = (
  deps: Pick<CommunicationDeps, "messages">,
  rule: Parameters<typeof toRuleSentence>[1],
): { ar: string; en: string } => {
  const say = (language: Language) => {
    const t = makeTranslate(deps, language);
    return t("usage", { rule: toRuleSentence(t, rule) });
  };
  return { ar: say("ar"), en: say("en") };
};

/** Words below `communication` in a language. */
export const makeTranslate =
  ({ messages }: Pick<CommunicationDeps, "messages">, language: Language) =>
  (key: string, params: Record<string, string | number> = {}): string =>
    messages.translate(language, `rules:communication.${key}`, params);
