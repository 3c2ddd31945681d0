import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import en from "../messages/en.json" with { type: "json" };
import { HelpPanel } from "./help-panel.tsx";
import { closeHelp, openHelp } from "./help-panel-state.ts";

const entry = { slug: "coupons", title: "Discount codes", summary: "A code proves orders." };
const page = {
  slug: "tracking-links",
  title: "Tracking links",
  summary: "A link for each ad.",
  blocks: [
    {
      kind: "paragraph",
      spans: [
        { kind: "text", text: "Make one under " },
        { kind: "strong", text: "Links" },
      ],
    },
    { kind: "list", isOrdered: true, items: [[{ kind: "link", text: "Codes", to: "/help/coupons" }]] },
    { kind: "term", term: "Clicks", lines: ["By people."] },
  ],
  related: [entry],
};

let answers: Answers;
const Screen = () => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <HelpPanel />
  </QueryClientProvider>
);
beforeEach(async () => {
  answers = {
    "Help/index": { topics: [{ topic: "figures", pages: [entry] }], found: [] },
    "Help/pages/tracking-links": page,
    "Help/pages/coupons": { ...page, ...entry, related: [] },
  };
  fakeServer(answers);
  await setupI18n("en", { en: { help: en } });
});
afterEach(() => {
  closeHelp();
  cleanup();
  vi.unstubAllGlobals();
});

it("a page takes the focus, and its links lead to others in the panel", async () => {
  openHelp("tracking-links");
  await openPages({ "/": Screen }, "/");
  const heading = await screen.findByRole("heading", { name: page.title });
  expect(document.activeElement).toBe(heading);
  fireEvent.click(screen.getByRole("link", { name: "Codes" }));
  await screen.findByRole("heading", { name: entry.title });
  fireEvent.click(screen.getByRole("button", { name: en.panel.back }));
  await screen.findByRole("heading", { name: en.topics.figures });
});

it("the search says that nothing has the words, and lists what has them", async () => {
  openHelp(null);
  await openPages({ "/": Screen }, "/");
  const field = await screen.findByRole("searchbox", { name: en.search });
  fireEvent.change(field, { target: { value: "zzz" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await screen.findByText(/No page about “zzz”/);
  answers["Help/index"] = { topics: [], found: [entry] };
  fireEvent.change(field, { target: { value: "code" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Discount codes/ }).textContent).toContain(entry.summary),
  );
});
