import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import seasons from "#modules/seasons/messages/en.json" with { type: "json" };
import type { LibraryRow } from "../../contract/staff-library.calls.ts";
import library from "../../messages/en.json" with { type: "json" };
import { LibraryPart } from "./library-part.tsx";
import en from "./messages/en.json" with { type: "json" };

const rows = "/Staff/AdsLibrary/rows";
let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = { [`GET ${rows}`]: { items: [aRow()], next: null } };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { library, library_staff: en, campaigns, seasons } });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderWeb(
    <QueryClientProvider client={client}>
      <LibraryPart />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const aRow = (more: Partial<LibraryRow> = {}): LibraryRow => ({
  id: "lib_000001",
  reference: "L-1",
  type: "video",
  link: null,
  ad_day: null,
  season: "ramadan",
  style: null,
  platform: null,
  sector: null,
  hook: null,
  proof: null,
  offer: null,
  call_to_action: null,
  editor: "",
  writer: "",
  notes: "",
  revision: 3,
  file: null,
  created_at: "2026-11-21T09:00:00Z",
  updated_at: "2026-11-21T09:00:00Z",
  archived_at: null,
  ...more,
});
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: new RegExp(`^${label}`) }), { target: { value } });
const findBody = (method: string, name: string) =>
  sent.find((one) => one.method === method && one.name === name)?.body;

describe("staff", () => {
  it("add a row with what they wrote", async () => {
    answers[`POST ${rows}`] = aRow();
    await press(en.add);
    await press(en.save);
    expect(await screen.findByText(en.reference_missing)).toBeTruthy();
    type("Reference", "L-2");
    type("Link", "https://ads.example/2");
    fireEvent.click(screen.getByRole("combobox", { name: "Opening" }));
    fireEvent.click(await screen.findByRole("option", { name: "A question", hidden: true }));
    await press(en.save);
    await waitFor(() =>
      expect(findBody("POST", rows)).toMatchObject({
        reference: "L-2",
        type: "image",
        link: "https://ads.example/2",
        hook: "question",
        season: null,
      }),
    );
  });

  it("decide between what they wrote and what a colleague saved meanwhile", async () => {
    const current = aRow({ revision: 4, notes: "theirs" });
    answers[`PUT ${rows}/lib_000001`] = refuse(409, { code: "library.row_changed", current });
    await press("Edit L-1");
    type("Notes", "mine");
    await press(en.save);
    expect(await screen.findByText(en.conflict.title)).toBeTruthy();
    answers[`PUT ${rows}/lib_000001`] = aRow({ revision: 5 });
    await press(en.conflict.keep);
    await press(en.save);
    await waitFor(() =>
      expect(sent.findLast(({ method }) => method === "PUT")?.body).toMatchObject({
        notes: "mine",
        revision: 4,
      }),
    );
  });

  it("archive a row with one press", async () => {
    answers[`POST ${rows}/lib_000001/archive`] = aRow({ archived_at: "2026-11-21T09:00:00Z" });
    await press("Archive L-1");
    await waitFor(() => expect(sent.some(({ name }) => name === `${rows}/lib_000001/archive`)).toBe(true));
  });

  it("search, and see the archived rows", async () => {
    await screen.findByText("L-1");
    type(en.search, "ramadan");
    await press(en.find);
    fireEvent.click(screen.getByRole("radio", { name: en.shown.archived }));
    await waitFor(() => {
      const query = sent.findLast(({ method }) => method === "GET")?.query;
      expect([query?.get("search"), query?.get("shown")]).toEqual(["ramadan", "archived"]);
    });
  });
});

describe("an import", () => {
  it("says of each row what became of it, the refused ones first", async () => {
    const uploads: string[] = [];
    vi.stubGlobal(
      "XMLHttpRequest",
      class {
        upload = {};
        status = 200;
        responseText = JSON.stringify({
          error: false,
          messages: [],
          data: {
            rows: [
              { line: 2, reference: "L-1", result: "created", problems: [] },
              {
                line: 3,
                reference: "L-2",
                result: "refused",
                problems: [{ column: "season", message: "We do not know this value." }],
              },
            ],
          },
        });
        onload = () => {};
        open(_method: string, url: string) {
          uploads.push(url);
        }
        setRequestHeader() {}
        getResponseHeader = () => null;
        abort() {}
        send() {
          queueMicrotask(() => this.onload());
        }
      },
    );
    await press(en.import.title);
    const file = new File(["reference,type\nL-1,image"], "rows.csv", { type: "text/csv" });
    fireEvent.change(screen.getByLabelText(en.import.label), { target: { files: [file] } });
    const table = await screen.findByRole("table");
    expect(uploads).toEqual(["/Staff/AdsLibrary/import"]);
    const lines = within(table).getAllByRole("row").slice(1);
    expect(lines.map((line) => line.textContent)).toEqual([
      "3L-2RefusedSeason: We do not know this value.",
      "2L-1Added",
    ]);
  });
});
