import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import { daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeStake, isDoneWithoutAnswer } from "../domain/question.ts";
import type { RulesDeps } from "./deps.ts";
import { type QuestionRecord, toAct } from "./questions.store.ts";

type QuestionContent = Pick<
  QuestionRecord,
  | "campaign_id"
  | "kind"
  | "from_halalas"
  | "to_halalas"
  | "spend_halalas"
  | "sales_halalas"
  | "window_from"
  | "window_to"
>;

const riyals = (amount: number): string => formatShortRiyals(halalas(amount));

/** A question in words: what the rule would do, what it saw, what is at stake, and what is done without an answer. */
export const toQuestionWords =
  ({ campaigns, messages }: Pick<RulesDeps, "campaigns" | "messages">) =>
  async (ctx: ReadContext, content: QuestionContent, { language }: { language: Language }) => {
    const act = toAct(content as QuestionRecord);
    const [campaign] = await campaigns.findCampaigns(ctx, [content.campaign_id]);
    const words = (key: string, params = {}) => messages.translate(language, `rules:question.${key}`, params);
    const days = daysBetween(content.window_from as RiyadhDay, content.window_to as RiyadhDay) + 1;
    const kind = act.kind !== "set_budget" ? act.kind : act.to_halalas > act.from_halalas ? "raise" : "cut";
    return {
      act: words(`act.${kind}`, {
        campaign: campaign?.name ?? "",
        from: riyals(content.from_halalas),
        to: riyals(content.to_halalas ?? 0),
      }),
      figures: words("figures", {
        window: messages.translate(language, "rules:window", { count: days }),
        spend: riyals(content.spend_halalas),
        sales: riyals(content.sales_halalas),
      }),
      stake: words(`stake.${kind}`, { amount: riyals(computeStake(act)) }),
      without: words(isDoneWithoutAnswer(act) ? "without.done" : "without.left"),
    };
  };
