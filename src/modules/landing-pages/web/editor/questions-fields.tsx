import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Block } from "../../contract/page-content.ts";
import { answerMax, questionMax, questionsMax } from "../../contract/page-limits.ts";
import { LineField, WordsField } from "./checked-fields.tsx";
import classes from "./page-editor.module.css";

type Questions = Extract<Block, { kind: "questions" }>;
type Props = { block: Questions; onChange: (block: Questions, field: string) => void };

/** The merchant's own questions; those that the store's records answer are there by themselves. */
export function QuestionsFields({ block, onChange }: Props) {
  const { t } = useTranslation("landing_pages");
  const { items } = block;
  const change = (at: number, patch: Partial<Questions["items"][number]>, field: string) =>
    onChange(
      { ...block, items: items.map((item, index) => (index === at ? { ...item, ...patch } : item)) },
      `${field} ${at}`,
    );
  return (
    <>
      <p className={classes.quiet}>{t("blocks.questions_words")}</p>
      {items.map(({ question, answer }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions have no other name than their place
        <fieldset key={index} className={classes.question}>
          <legend>{t("blocks.question_number", { number: index + 1 })}</legend>
          <LineField
            label={t("blocks.question")}
            maxLength={questionMax}
            value={question}
            onChange={(text) => change(index, { question: text }, "question")}
          />
          <WordsField
            label={t("blocks.answer")}
            maxLength={answerMax}
            value={answer}
            onChange={(text) => change(index, { answer: text }, "answer")}
          />
          <Button
            variant="subtle"
            color="bad"
            onClick={() => onChange({ ...block, items: items.toSpliced(index, 1) }, "")}
          >
            {t("blocks.remove_question")}
          </Button>
        </fieldset>
      ))}
      <Button
        variant="default"
        disabled={items.length >= questionsMax}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange({ ...block, items: [...items, { question: "", answer: "" }] }, "")}
      >
        {t("blocks.add_question")}
      </Button>
    </>
  );
}
