import { z } from "zod";
import { requiredText, text } from "#base/shared/contract.ts";
import { choicesMax, questionKinds, questionsMax } from "./consultations-enums.ts";

const partId = z.string().regex(/^[a-z0-9]{1,20}$/);
const labels = { label_ar: requiredText(200), label_en: requiredText(200) };

/** A question that is answered with the order; only a single choice has choices. */
export const questionSchema = z
  .object({
    id: partId,
    kind: z.enum(questionKinds),
    ...labels,
    choices: z.array(z.object({ id: partId, ...labels })).max(choicesMax),
    is_required: z.boolean(),
  })
  .superRefine(({ kind, choices }, issues) => {
    const isRight = kind === "text" ? choices.length === 0 : choices.length >= 2;
    if (!isRight)
      issues.addIssue({ code: "custom", path: ["choices"], message: "consultations:choices_needed" });
  });
export type Question = z.output<typeof questionSchema>;

export const questionsSchema = z
  .array(questionSchema)
  .max(questionsMax)
  .refine((questions) => new Set(questions.map(({ id }) => id)).size === questions.length, {
    error: "consultations:question_twice",
  });

/** By question: what was typed, or the id of what was chosen. */
export const answersSchema = z
  .record(partId, text(2_000))
  .refine((all) => Object.keys(all).length <= questionsMax, {
    error: "base:text_not_valid",
  });
export type Answers = z.output<typeof answersSchema>;
