import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { answerMs } from "../domain/question.ts";
import { isStillWanted, toActor, toSeen } from "./act-on-campaign.ts";
import { lockMerchantRules, type RuleRecord } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { toQuestionWords } from "./question-words.ts";
import { insertQuestion, saveTextOutcome } from "./questions.store.ts";
import type { ActInput } from "./record-act.ts";

type Deps = Pick<
  RulesDeps,
  "campaigns" | "merchants" | "messages" | "texts" | "questionLinks" | "systemClock"
>;

/**
 * Asks the merchant instead of acting: the question, its text with a signed link, and the notification are one
 * transaction. While one is open, the rule asks nothing else about the campaign; where the
 * day's ceiling stops the text, the question says so where it stands in the product.
 */
export const askFirst =
  (deps: Deps) =>
  (ctx: ReadContext, rule: RuleRecord, input: ActInput): Promise<void> =>
    transact({ ...ctx, actor: toActor(ctx.actor, rule.id) }, async (ctx) => {
      await lockMerchantRules(ctx);
      if (rule.ask_channel === null || !(await isStillWanted(ctx, rule, input.act))) return;
      const { merchantId } = ctx.actor;
      const createdAt = deps.systemClock.now();
      const question = {
        id: newId("qst"),
        rule_id: rule.id,
        rule_updated_at: rule.updated_at,
        ...toSeen(ctx, rule, input),
        created_at: createdAt,
        expires_at: new Date(createdAt.getTime() + answerMs),
      };
      if (!(await insertQuestion(ctx, question))) return;
      const language = await deps.merchants.loadLanguage(ctx);
      const words = await toQuestionWords(deps)(ctx, question, { language });
      const outcome = await deps.texts.queueText(ctx, {
        key: `rule-question:${question.id}`,
        channel: rule.ask_channel,
        to: await deps.merchants.loadMobile(ctx),
        language,
        template: "rule_approval",
        params: { rule: rule.name, act: words.act, figures: `${words.figures} ${words.stake}` },
        linkPath: deps.questionLinks.toPath({ merchantId, questionId: question.id }),
        expiresAt: question.expires_at,
      });
      if (outcome !== "duplicate") await saveTextOutcome(ctx, { id: question.id, outcome });
      await ctx.tx.publish({
        name: "rules.asked",
        merchant_id: merchantId,
        rule_id: rule.id,
        question_id: question.id,
        campaign_id: question.campaign_id,
      });
    });
