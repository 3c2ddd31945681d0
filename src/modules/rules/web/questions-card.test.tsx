import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { RuleQuestion } from "../contract/rules.calls.ts";
import en from "../messages/en.json" with { type: "json" };
import { QuestionsCard } from "./questions-card.tsx";

const question: RuleQuestion = {
  id: "qst_1",
  rule: { id: "rul_1", name: "Stop the loser" },
  campaign: { id: "cmp_1", name: "Dates" },
  kind: "set_budget",
  from_halalas: 300_00,
  to_halalas: 345_00,
  conditions: [
    {
      join: null,
      target: "roas",
      comparison: "greater",
      basis: "value",
      value: 300,
      seen: 420,
      is_met: true,
    },
  ],
  spend_halalas: 200_00,
  sales_halalas: 840_00,
  clicks: 90,
  read_at: "2026-11-21T09:00:00Z",
  window_from: "2026-11-18" as never,
  window_to: "2026-11-20" as never,
  stake_halalas: 45_00,
  text_outcome: "queued",
  is_done_without_answer: false,
  created_at: "2026-11-21T09:00:00Z",
  expires_at: "2026-11-21T11:00:00Z",
};
let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "ControlRules/questions": { items: [question] },
    "ControlRules/questions/qst_1/answer": { state: "accepted", refusal: null },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { rules: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = () => openPages({ "/": QuestionsCard }, "/");

describe("what rules ask", () => {
  it("stands with its act, its stake, what it saw and what is done without an answer", async () => {
    await open();
    expect(
      await screen.findByText(/Raise the budget of “.*Dates.*” from SAR 300 to SAR 345 a day/),
    ).toBeTruthy();
    expect(screen.getByText(/spend SAR 45 more a day/)).toBeTruthy();
    expect(screen.getByText(/was 4.20×/)).toBeTruthy();
    expect(screen.getByText(en.question.without.left)).toBeTruthy();
  });

  it.each(["yes", "no", "always"] as const)("is answered with %s by one tap", async (answer) => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: en.question[answer] }));
    await waitFor(() =>
      expect(sent.find(({ name }) => name === "ControlRules/questions/qst_1/answer")?.body).toEqual({
        answer,
      }),
    );
  });

  it("says where its text was not sent", async () => {
    answers["ControlRules/questions"] = { items: [{ ...question, text_outcome: "over_limit" }] };
    await open();
    expect(await screen.findByText(en.question.not_texted)).toBeTruthy();
  });

  it("is not there while no rule asks", async () => {
    answers["ControlRules/questions"] = { items: [] };
    await open();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByText(en.question.title)).toBeNull();
  });
});
