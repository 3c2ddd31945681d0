import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import type { OrderDetails } from "../contract/order-shapes.ts";
import classes from "./consultations.module.css";
import { usePick } from "./use-pick.ts";

/** The questions as they were when it was ordered, with their answers. */
export function OrderAnswers({ order: { questions, answers } }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations");
  const pick = usePick();
  if (questions.length === 0) return <p className={classes.quiet}>{t("one.no_questions")}</p>;
  return (
    <dl className={classes.answers}>
      {questions.map(({ id, kind, label_ar, label_en, choices }) => {
        const answer = answers[id] ?? "";
        const chosen = choices.find((choice) => choice.id === answer);
        const text = kind === "text" ? answer : chosen && pick({ ar: chosen.label_ar, en: chosen.label_en });
        return (
          <div key={id}>
            <dt>
              <UserText>{pick({ ar: label_ar, en: label_en })}</UserText>
            </dt>
            <dd>{text ? <UserText>{text}</UserText> : t("one.no_answer")}</dd>
          </div>
        );
      })}
    </dl>
  );
}
