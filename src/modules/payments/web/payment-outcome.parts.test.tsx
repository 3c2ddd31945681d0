import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { DoneOutcome, FailedOutcome, WaitingOutcome } from "./payment-outcome.parts.tsx";

const bankUrl = "https://bank.example/3ds";

afterEach(cleanup);

describe.each(["ar", "en"] as const)("the result of a payment, in %s", (language) => {
  const texts = language === "ar" ? ar : en;
  beforeEach(() => setupI18n(language, { ar: { payments: ar }, en: { payments: en } }));

  it("waits for the bank and leads to its page", () => {
    renderWeb(
      <WaitingOutcome title="Checking" bankUrl={bankUrl}>
        <p>A moment</p>
      </WaitingOutcome>,
    );
    expect(screen.getByRole("status").getAttribute("aria-busy")).toBe("true");
    expect(screen.getByRole("link", { name: texts.go_to_bank }).getAttribute("href")).toBe(bankUrl);
  });

  it("leads nowhere while the bank asks for nothing", () => {
    renderWeb(<WaitingOutcome title="Checking">-</WaitingOutcome>);
    expect(screen.queryByRole("link")).toBeNull();
  });

  it.each([
    ["done", DoneOutcome, "status"],
    ["failed", FailedOutcome, "alert"],
  ] as const)("%s is shown with its amount and the next step", (state, Part, role) => {
    renderWeb(
      <Part title="Result" amount={50_000} actions={<button type="button">Onward</button>}>
        <p>Words</p>
      </Part>,
    );
    const outcome = screen.getByRole(role);
    expect(outcome.dataset.state).toBe(state);
    expect(outcome.textContent).toContain("500.00");
    expect(screen.getByRole("heading", { name: "Result" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Onward" })).toBeTruthy();
  });
});
