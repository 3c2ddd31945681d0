import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import en from "../messages/en.json" with { type: "json" };
import { SeasonHint } from "./seasons.parts.tsx";

const eid = {
  key: "eid_al_fitr",
  starts_on: "2027-02-27",
  ends_on: "2027-03-11",
  hijri_year: 1448,
  phases: [
    { key: "before", from: "2027-02-27", to: "2027-03-08", cost_factor: 15_000 },
    { key: "peak", from: "2027-03-09", to: "2027-03-11", cost_factor: 10_000 },
  ],
};
const answer = vi.fn(async () =>
  Response.json({ error: false, messages: [], data: { today: "2027-02-20", items: [eid] } }),
);
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-02-20T09:00:00Z") });
  answer.mockClear();
  vi.stubGlobal("fetch", answer);
  await setupI18n("en", { en: { seasons: en } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (startsAt: string, endsAt: string | null, dailyBudget: number | null = 100_00) =>
  renderWeb(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SeasonHint startsAt={startsAt} endsAt={endsAt} dailyBudget={dailyBudget} minimum={20_00} />
    </QueryClientProvider>,
  );

describe("a campaign that runs through a season", () => {
  it("says which, what a result is expected to cost there, and that it is an estimate", async () => {
    show("2027-02-25T09:00:00Z", "2027-03-10T09:00:00Z");
    expect(await screen.findByText(/Eid al-Fitr/)).toBeTruthy();
    const words = screen.getByRole("note").textContent;
    expect(words).toMatch(/50.?%/);
    expect(words).toContain(en.estimate);
    expect(words).toContain(en.may_move);
  });

  it("is offered its daily budget spread over the season's days", async () => {
    show("2027-02-25T09:00:00Z", null);
    fireEvent.click(await screen.findByText(en.proposal));
    expect(screen.getAllByRole("row")).toHaveLength(1 + 13);
  });

  it("is told nothing where no season falls into its days", async () => {
    show("2027-04-01T09:00:00Z", "2027-04-10T09:00:00Z");
    await waitFor(() => expect(answer).toHaveResolved());
    expect(screen.queryByRole("note")).toBeNull();
  });
});
