import { Button, Select, Switch } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorLine, LtrField, TextField } from "#base/web/forms/fields.tsx";
import type { ServerForm } from "#base/web/forms/form.ts";
import { choicesMax, questionKinds, questionsMax } from "../../contract/consultations-enums.ts";
import type { Question } from "../../contract/questions.ts";
import type { Values } from "./consultation-values.ts";
import classes from "./staff-consultations.module.css";

type Props = { form: ServerForm<Values> };

/** An id that no other part has; orders keep answers by it, so it is never used again. */
const newPartId = (): string => crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 18);

const newQuestion = (): Question => ({
  id: newPartId(),
  kind: "text",
  label_ar: "",
  label_en: "",
  choices: [],
  is_required: true,
});
const newChoice = () => ({ id: newPartId(), label_ar: "", label_en: "" });

/** What is asked before the meeting: texts and single choices. */
export function QuestionFields({ form }: Props) {
  const { t } = useTranslation("consultations_staff");
  const { questions } = form.getValues();
  return (
    <fieldset className={classes.questions}>
      <legend>{t("questions.title")}</legend>
      {questions.map((question, index) => (
        <QuestionField key={question.id} form={form} question={question} index={index} />
      ))}
      {typeof form.errors.questions === "string" ? (
        <ErrorLine id="questions-error">{form.errors.questions}</ErrorLine>
      ) : null}
      {questions.length < questionsMax ? (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => form.insertListItem("questions", newQuestion())}
          >
            {t("questions.add")}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

function QuestionField({ form, question, index }: Props & { question: Question; index: number }) {
  const { t } = useTranslation("consultations_staff");
  const path = `questions.${index}`;
  const number = index + 1;
  const setKind = (kind: string | null) => {
    const isText = kind === "text";
    const choices = isText ? [] : [newChoice(), newChoice()];
    form.setFieldValue(path, { ...question, kind: isText ? "text" : "single_choice", choices });
  };
  return (
    <fieldset className={classes.question} aria-label={t("questions.number", { number })}>
      <div className={classes.fields}>
        <TextField
          label={t("questions.label_ar")}
          dir="rtl"
          maxLength={200}
          {...form.getInputProps(`${path}.label_ar`)}
        />
        <LtrField
          label={t("questions.label_en")}
          maxLength={200}
          {...form.getInputProps(`${path}.label_en`)}
        />
        <Select
          label={t("questions.kind")}
          allowDeselect={false}
          value={question.kind}
          data={questionKinds.map((value) => ({ value, label: t(`questions.${value}`) }))}
          onChange={setKind}
        />
      </div>
      {question.kind === "single_choice" ? <Choices form={form} question={question} path={path} /> : null}
      <div className={classes.acts}>
        <Switch
          label={t("questions.required")}
          {...form.getInputProps(`${path}.is_required`, { type: "checkbox" })}
        />
        <Button
          variant="subtle"
          color="bad"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => form.removeListItem("questions", index)}
        >
          {t("questions.remove", { number })}
        </Button>
      </div>
    </fieldset>
  );
}

function Choices({ form, question: { choices }, path }: Props & { question: Question; path: string }) {
  const { t } = useTranslation("consultations_staff");
  const error = form.errors[`${path}.choices`];
  return (
    <div className={classes.choices}>
      {choices.map(({ id }, index) => (
        <div key={id} className={classes.choice}>
          <TextField
            aria-label={t("questions.choice_ar", { number: index + 1 })}
            placeholder={t("questions.choice_ar", { number: index + 1 })}
            dir="rtl"
            maxLength={200}
            {...form.getInputProps(`${path}.choices.${index}.label_ar`)}
          />
          <LtrField
            aria-label={t("questions.choice_en", { number: index + 1 })}
            placeholder={t("questions.choice_en", { number: index + 1 })}
            maxLength={200}
            {...form.getInputProps(`${path}.choices.${index}.label_en`)}
          />
          {choices.length > 2 ? (
            <Button
              variant="subtle"
              color="bad"
              onClick={() => form.removeListItem(`${path}.choices`, index)}
            >
              {t("questions.remove_choice", { number: index + 1 })}
            </Button>
          ) : null}
        </div>
      ))}
      {error ? <ErrorLine>{error}</ErrorLine> : null}
      {choices.length < choicesMax ? (
        <div>
          <Button variant="subtle" onClick={() => form.insertListItem(`${path}.choices`, newChoice())}>
            {t("questions.add_choice")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
