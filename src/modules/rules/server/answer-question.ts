import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Answer } from "../contract/enums.ts";
import { rulesRefusals } from "../contract/rules.refusals.ts";
import { isDoneWithoutAnswer } from "../domain/question.ts";
import { isStillWanted, toActor } from "./act-on-campaign.ts";
import { lockMerchantRules, setAskChannel } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import {
  closeQuestion,
  listDueQuestions,
  lockQuestion,
  type QuestionRecord,
  type QuestionState,
  toAct,
} from "./questions.store.ts";
import { type RecordedAct, recordAct } from "./record-act.ts";

type Deps = Pick<RulesDeps, "campaigns" | "systemClock">;
export type Answered = { state: QuestionState; act: RecordedAct | null };

/**
 * A merchant's answer to a rule's question, once: `yes` does it, `always` too and lets the rule act by itself from now
 * on, `no` leaves the campaign as it is. Refused when it was answered, is too old, or the campaign or its rule changed.
 */
export const answerQuestion =
  (deps: Deps) =>
  async (ctx: ReadContext, { id, answer }: { id: string; answer: Answer }): Promise<Answered> => {
    const answered = await transact(ctx, async (ctx) => {
      await lockMerchantRules(ctx);
      const question = (await lockQuestion(ctx, id)) ?? baseRefusals.refuse("base.not_found");
      if (question.state === "overtaken") rulesRefusals.refuse("rules.question_overtaken");
      if (question.state === "lapsed" || question.state === "defaulted")
        rulesRefusals.refuse("rules.question_late");
      if (question.state !== "open") rulesRefusals.refuse("rules.question_answered");
      if (question.expires_at <= deps.systemClock.now()) rulesRefusals.refuse("rules.question_late");
      if (answer === "no") return close(deps)(ctx, question, { state: "declined", act: null, answer });
      const act = await carryOut(deps)(ctx, question);
      if (act === null) return close(deps)(ctx, question, { state: "overtaken", act, answer });
      if (answer === "always") await setAskChannel(ctx, question.rule_id, null);
      return close(deps)(ctx, question, { state: "accepted", act, answer });
    });
    // Kept as overtaken, and refused after the commit.
    if (answered.state === "overtaken") rulesRefusals.refuse("rules.question_overtaken");
    return answered;
  };

/** What is done without an answer, once the time for it is over: what spends less, and nothing that spends more. */
export const settleDueQuestions =
  (deps: Deps) =>
  async (ctx: ReadContext): Promise<void> => {
    const at = deps.systemClock.now();
    for (const { id } of await listDueQuestions(ctx, at))
      await transact(ctx, async (ctx) => {
        await lockMerchantRules(ctx);
        const question = await lockQuestion(ctx, id);
        if (question?.state !== "open" || question.expires_at > at) return;
        if (!isDoneWithoutAnswer(toAct(question)))
          return void (await close(deps)(ctx, question, { state: "lapsed", act: null, answer: null }));
        const act = await carryOut(deps)(ctx, question);
        await close(deps)(ctx, question, { state: act ? "defaulted" : "overtaken", act, answer: null });
      });
  };

/** In the rule's own name; null when the rule, what rules may do, or the campaign is not as it was asked about. */
const carryOut =
  (deps: Deps) =>
  async (ctx: Context, question: QuestionRecord): Promise<RecordedAct | null> => {
    const act = toAct(question);
    const rule = { id: question.rule_id, mode: "live" as const, updated_at: question.rule_updated_at };
    if (!(await isStillWanted(ctx, rule, act))) return null;
    const { rule_id, campaign_id, run_at, kind, from_halalas, to_halalas, conditions } = question;
    const { spend_halalas, sales_halalas, clicks, read_at, window_from, window_to } = question;
    const seen = { conditions, spend_halalas, sales_halalas, clicks, read_at, window_from, window_to };
    // Joins the open transaction, in the rule's own name.
    const recorded = await transact({ ...ctx, actor: toActor(ctx.actor, rule_id) }, (ctx) =>
      recordAct(deps)(
        ctx,
        { rule_id, campaign_id, run_at, mode: "live", kind, from_halalas, to_halalas, ...seen },
        act,
      ),
    );
    return recorded?.refusal === "campaigns.changed_since" ? null : recorded;
  };

type Closed = { state: Exclude<QuestionState, "open">; act: RecordedAct | null; answer: Answer | null };

const close =
  ({ systemClock }: Pick<Deps, "systemClock">) =>
  async (ctx: Context, { id, rule_id, campaign_id }: QuestionRecord, { state, act, answer }: Closed) => {
    await closeQuestion(ctx, { id, state, actId: act?.id ?? null, at: systemClock.now() });
    await recordAudit(ctx, {
      module: "rules",
      action: "rule.question_closed",
      subject: rule_id,
      after: { question: id, campaign: campaign_id, answer, state, act: act?.id ?? null },
    });
    await ctx.tx.publish({
      name: "rules.question_closed",
      merchant_id: ctx.actor.merchantId,
      rule_id,
      question_id: id,
      campaign_id,
      state,
    });
    return { state, act };
  };
