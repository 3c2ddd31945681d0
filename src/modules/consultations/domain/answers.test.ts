import { describe, expect, it } from "vitest";
import type { Question } from "../contract/questions.ts";
import { findAnswerProblems, keepKnownAnswers } from "./answers.ts";

const label = { label_ar: "السؤال", label_en: "Question" };
const goal: Question = { id: "goal", kind: "text", ...label, choices: [], is_required: true };
const size: Question = {
  id: "size",
  kind: "single_choice",
  ...label,
  choices: [
    { id: "small", ...label },
    { id: "large", ...label },
  ],
  is_required: false,
};

describe("the answers of an order", () => {
  it("may leave a question open that need not be answered", () => {
    expect(findAnswerProblems([goal, size], { goal: "أكثر مبيعات" })).toEqual([]);
    expect(findAnswerProblems([goal, size], { goal: "أكثر مبيعات", size: "" })).toEqual([]);
  });

  it("name every question that must be answered and is not", () => {
    expect(findAnswerProblems([goal, { ...size, is_required: true }], {})).toEqual([
      { code: "consultations.answer_missing", field: "answers.goal" },
      { code: "consultations.answer_missing", field: "answers.size" },
    ]);
  });

  it("choose one of the choices", () => {
    expect(findAnswerProblems([size], { size: "huge" })).toEqual([
      { code: "consultations.answer_unknown", field: "answers.size" },
    ]);
  });
});

describe("a draft of answers", () => {
  it("keeps what its questions still ask, and nothing else", () => {
    const typed = { goal: "نمو", size: "huge", other: "x" };
    expect(keepKnownAnswers([goal, size], typed)).toEqual({ goal: "نمو" });
    expect(keepKnownAnswers([size], { size: "small" })).toEqual({ size: "small" });
  });
});
