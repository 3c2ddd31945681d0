import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { answers } from "../contract/enums.ts";
import type { RuleQuestion } from "../contract/rules.calls.ts";
import classes from "./rules.module.css";
import { useAnswerQuestion, useQuestions } from "./rules.queries.ts";
import { SeenConditions } from "./seen-conditions.tsx";

/** What rules ask before they act: the same as the link on the merchant's phone. Nothing while none asks. */
export function QuestionsCard() {
  const { t } = useTranslation("rules");
  const items = useQuestions().data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={t("question.title")}>
      <ul className={classes.list}>
        {items.map((question) => (
          <QuestionRow key={question.id} question={question} />
        ))}
      </ul>
    </Card>
  );
}

function QuestionRow({ question }: { question: RuleQuestion }) {
  const { t } = useTranslation("rules");
  const format = useFormat();
  const answer = useAnswerQuestion(question.id);
  const riyals = (amount: number) => format.riyals(amount, true);
  const { rule, campaign, kind, from_halalas, to_halalas, stake_halalas } = question;
  const act = kind !== "set_budget" ? kind : (to_halalas ?? 0) > from_halalas ? "raise" : "cut";
  return (
    <li className={classes.row}>
      <div>
        <strong>
          {t(`question.act.${act}`, {
            campaign: campaign.name,
            from: riyals(from_halalas),
            to: riyals(to_halalas ?? 0),
          })}
        </strong>
        <span>{t(`question.stake.${act}`, { amount: riyals(stake_halalas) })}</span>
        <SeenConditions conditions={question.conditions} />
        <span className={classes.quiet}>
          {t(question.is_done_without_answer ? "question.without.done" : "question.without.left")}
        </span>
        {question.text_outcome === "over_limit" ? (
          <span className={classes.quiet}>{t("question.not_texted")}</span>
        ) : null}
        <span className={classes.quiet}>
          {t("question.asks")}: <UserText>{rule.name}</UserText> · <RelativeTime at={question.created_at} />
        </span>
      </div>
      <span className={classes.actions}>
        {answers.map((one) => (
          <Button
            key={one}
            variant={one === "yes" ? "filled" : "default"}
            disabled={answer.isPending}
            onClick={() => answer.mutate(one)}
          >
            {t(`question.${one}`)}
          </Button>
        ))}
      </span>
    </li>
  );
}
