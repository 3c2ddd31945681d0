import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { StoreWatchRow } from "../contract/store-watch.calls.ts";
import en from "../messages/en.json" with { type: "json" };
import { StoreGraces } from "./store-graces.tsx";
import { StoreNote } from "./store-note.tsx";

const store = (change: Partial<StoreWatchRow> = {}): StoreWatchRow => ({
  store_id: "sto_000001",
  name: "Oasis",
  is_open: true,
  grace_minutes: 120,
  closed_since: null,
  pause_at: null,
  paused_campaigns: 0,
  ...change,
});

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  // The list of choices scrolls to the chosen one, which the tests' browser cannot.
  Element.prototype.scrollIntoView = () => {};
  answers = { "StoreWatch/index": { items: [store()] } };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { campaigns: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the time a closed store's campaigns keep running", () => {
  const open = () => openPages({ "/": StoreGraces }, "/");

  it("is shown for each store, a number that is not offered too", async () => {
    answers["StoreWatch/index"] = { items: [store({ grace_minutes: 45 })] };
    await open();
    const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Oasis" });
    expect(field.value).toBe("45 minutes");
  });

  it("is sent when another one is chosen", async () => {
    answers["StoreWatch/sto_000001"] = { items: [store({ grace_minutes: 0 })] };
    await open();
    fireEvent.click(await screen.findByRole("combobox", { name: "Oasis" }));
    fireEvent.click(await screen.findByRole("option", { name: "At once" }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ grace_minutes: 0 }),
    );
  });
});

describe("the note above the list", () => {
  const open = () => openPages({ "/": StoreNote }, "/");

  it("says what happens to the campaigns of a store that is not open", async () => {
    const closed_since = "2026-11-21T06:00:00Z";
    answers["StoreWatch/index"] = {
      items: [
        store({ is_open: false, closed_since, pause_at: "2026-11-21T08:00:00Z" }),
        store({ store_id: "sto_000002", name: "Palm", is_open: false, closed_since, paused_campaigns: 3 }),
        store({ store_id: "sto_000003", name: "Spring", paused_campaigns: 1 }),
      ],
    };
    await open();
    expect((await screen.findByText(/Its campaigns are paused on/)).textContent).toContain("Oasis");
    expect(screen.getByText(/We paused 3 campaigns/).textContent).toContain("Palm");
    expect(screen.getByText(/1 campaign waits for you/).textContent).toContain("Spring");
  });

  it("is absent while all stores are open", async () => {
    await open();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole("note")).toBeNull();
  });
});
