import type { Answers, Question } from "../contract/questions.ts";

export type AnswerProblem = {
  code: "consultations.answer_missing" | "consultations.answer_unknown";
  field: string;
};

/** What is known of these answers: those of other questions, and choices that are not there any more, are left out. */
export function keepKnownAnswers(questions: readonly Question[], answers: Answers): Answers {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answers[question.id];
      return answer === undefined || !isKnown(question, answer) ? [] : [[question.id, answer]];
    }),
  );
}

/** All that is wrong with the answers of an order, each on its question. */
export function findAnswerProblems(questions: readonly Question[], answers: Answers): AnswerProblem[] {
  return questions.flatMap((question): AnswerProblem[] => {
    const answer = answers[question.id] ?? "";
    const field = `answers.${question.id}`;
    if (answer === "") return question.is_required ? [{ code: "consultations.answer_missing", field }] : [];
    return isKnown(question, answer) ? [] : [{ code: "consultations.answer_unknown", field }];
  });
}

const isKnown = ({ kind, choices }: Question, answer: string) =>
  kind === "text" || answer === "" || choices.some(({ id }) => id === answer);
