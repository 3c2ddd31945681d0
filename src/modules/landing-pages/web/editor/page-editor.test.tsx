import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { closeSession, openSession } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import { makeContent } from "../../domain/default-content.ts";
import en from "../../messages/en.json" with { type: "json" };
import { LandingPageEditorPage } from "./landing-page-editor-page.tsx";

const page: PageDetails = {
  id: "lpg_1",
  slug: "abaya-1",
  url: "https://rawaj.example/p/abaya-1",
  preview_url: "/p/abaya-1/preview/token",
  language: "ar",
  product_id: "prd_1",
  product_name: "عباية ليلك",
  headline: "",
  introduction: "",
  status: "draft",
  revision: 3,
  has_unpublished_changes: false,
  published_at: null,
  updated_at: "2026-11-21T09:00:00.000Z",
  content: makeContent({ headline: "", introduction: "" }),
  other_half: null,
  preview_stamp: "3",
};
const path = "LandingPages/pages/lpg_1";

let answers: Answers;
let sent: Sent[];
const desktop = vi.fn((query: string) => ({
  matches: true,
  media: query,
  addEventListener() {},
  removeEventListener() {},
}));

beforeEach(async () => {
  vi.stubGlobal("matchMedia", desktop);
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  answers = { [path]: page };
  sent = fakeServer(answers);
  openSession("token-1", { abilities: [{ subject: "landing_page", action: "manage" }] });
  await setupI18n("en", { en: { landing_pages: en } });
});
afterEach(() => {
  cleanup();
  closeSession();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/landing-pages/$id": LandingPageEditorPage }, "/landing-pages/lpg_1");
const saves = () => sent.filter(({ method }) => method === "PUT");
const headline = () => screen.findByRole("textbox", { name: en.form.headline });
const type = async (text: string) => fireEvent.change(await headline(), { target: { value: text } });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const show = async (pane: string) => fireEvent.click(await screen.findByRole("radio", { name: pane }));
const order = () =>
  within(screen.getByRole("list", { name: en.editor.blocks }))
    .getAllByRole("button", { expanded: undefined })
    .filter((button) => button.hasAttribute("aria-expanded"))
    .map((button) => button.textContent);

describe("the editor of a landing page", () => {
  it("saves what is typed after a pause, over the revision that it showed", async () => {
    await open();
    await type("For every");
    await type("For every day");
    answers[path] = {
      ...page,
      revision: 4,
      preview_stamp: "4",
      content: { ...page.content, headline: "For every day" },
    };
    await waitFor(() =>
      expect(saves().at(-1)?.body).toMatchObject({ language: "ar", content: { headline: "For every day" } }),
    );
    expect(saves()[0]?.body).toMatchObject({ revision: 3 });
    expect(await screen.findByRole("heading", { level: 1, name: "For every day" })).toBeDefined();
    // The preview is drawn anew of what was saved.
    await waitFor(() => expect(document.querySelector('iframe[src$="stamp=4"]')).not.toBeNull());
  });

  it("undoes and redoes, letters typed into one field as one step", async () => {
    await open();
    await type("For");
    await type("For every day");
    await press(en.blocks.down.replace("{{block}}", en.blocks.price));
    await press(en.editor.undo);
    await press(en.editor.undo);
    expect(((await headline()) as HTMLInputElement).value).toBe("");
    await press(en.editor.redo);
    expect(((await headline()) as HTMLInputElement).value).toBe("For every day");
  });

  it("moves, hides and adds blocks by keyboard's buttons", async () => {
    await open();
    await press(en.blocks.up.replace("{{block}}", en.blocks.questions));
    await press(en.blocks.hide.replace("{{block}}", en.blocks.proof));
    await press(en.blocks.add_offer);
    const shown = ["hero", "price", "proof", "questions", "delivery", "offer-1", "order"];
    const readSaved = () => (saves().at(-1) as Sent).body as { content: PageDetails["content"] };
    await waitFor(() => expect(readSaved().content.blocks.map(({ key }) => key)).toEqual(shown));
    const { content } = readSaved();
    expect(content.blocks.find(({ key }) => key === "proof")?.is_hidden).toBe(true);
    expect(order()[5]).toBe(en.blocks.offer);
  });

  it("says when another tab came first, and shows what is saved when that is asked for", async () => {
    await open();
    await type("Mine");
    answers[path] = refuse(409, { code: "landing_pages.changed_elsewhere" });
    expect(await screen.findByText(en.editor.conflict)).toBeDefined();
    answers[path] = { ...page, revision: 9, content: { ...page.content, headline: "Theirs" } };
    await press(en.editor.reload);
    await waitFor(async () => expect(((await headline()) as HTMLInputElement).value).toBe("Theirs"));
  });

  it("does not take colours in which texts are hard to read, and offers near ones", async () => {
    await open();
    const main = await screen.findByLabelText(en.colors.main);
    fireEvent.change(main, { target: { value: "#ffe08a" } });
    expect(await screen.findByText(en.colors.unreadable_main)).toBeDefined();
    expect(saves()).toHaveLength(0);
    await press(en.colors.mend);
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(screen.queryByText(en.colors.unreadable_main)).toBeNull();
  });

  it("saves what is unsaved before it publishes", async () => {
    await open();
    await type("Last word");
    answers[path] = { ...page, revision: 4 };
    answers[`${path}/publish`] = { ...page, revision: 4, status: "published" };
    await press(en.actions.publish);
    await waitFor(() => expect(sent.some(({ name }) => name.includes("publish"))).toBe(true));
    const changes = sent.filter(({ method }) => method !== "GET").map(({ method }) => method);
    expect(changes).toEqual(["PUT", "POST"]);
  });

  it("begins a test with a copy of the page, and makes the half that is kept the page", async () => {
    answers[`${path}/figures`] = { days: [], orders: 0, sales_halalas: 0, test: null };
    await open();
    await show(en.editor.figures);
    expect(await screen.findByText(en.figures.empty)).toBeDefined();
    await press(en.test.start);
    await type("The other words");
    await waitFor(() =>
      expect(saves().at(-1)?.body).toMatchObject({
        content: { headline: "" },
        other_half: { headline: "The other words" },
      }),
    );
    await show(en.editor.figures);
    await press(en.test.keep_b);
    fireEvent.click((await screen.findAllByRole("button", { name: en.test.keep_b })).at(-1) as HTMLElement);
    await waitFor(() =>
      expect(saves().at(-1)?.body).toMatchObject({
        content: { headline: "The other words" },
        other_half: null,
      }),
    );
  });

  it("shows two halves with what is known of them, and judges neither before that is enough", async () => {
    answers[path] = { ...page, status: "published", other_half: page.content };
    answers[`${path}/figures`] = {
      days: [{ day: "2026-11-21", views: 120, taps: 9, bot_views: 4, bot_taps: 0 }],
      orders: 2,
      sales_halalas: 49_800,
      test: {
        started_at: "2026-11-20T09:00:00.000Z",
        a: { visitors: 50, tapped: 5 },
        b: { visitors: 60, tapped: 4 },
        verdict: "not_enough",
        difference: { lower: -0.15, upper: 0.08 },
      },
    };
    await open();
    await show(en.editor.figures);
    expect(await screen.findByText(en.test.verdict_not_enough)).toBeDefined();
    expect(screen.getByText("-15.0 … +8.0")).toBeDefined();
    expect(screen.getByText("10.0%")).toBeDefined();
  });

  it("restores a version on the revision that is shown", async () => {
    answers[`${path}/versions`] = {
      items: [
        {
          number: 2,
          published_at: "2026-11-21T09:00:00.000Z",
          is_published: true,
          preview_url: "/p/a/preview/t?version=2",
        },
        {
          number: 1,
          published_at: "2026-11-20T09:00:00.000Z",
          is_published: false,
          preview_url: "/p/a/preview/t?version=1",
        },
      ],
    };
    answers[`${path}/versions/1/restore`] = { ...page, revision: 4 };
    await open();
    await show(en.editor.versions);
    const name = en.versions.number.replace("{{number}}", "1");
    await press(`${en.versions.restore}: ${name}`);
    await press(en.versions.restore);
    await waitFor(() =>
      expect(sent.find((one) => one.name.includes("restore"))?.body).toEqual({ revision: 3 }),
    );
  });

  it("says at its field that an address is taken", async () => {
    answers[`${path}/slug`] = refuse(409, { code: "landing_pages.slug_taken", fields: { slug: ["taken"] } });
    await open();
    await show(en.editor.settings);
    fireEvent.change(await screen.findByRole("textbox", { name: en.settings.slug }), {
      target: { value: "Lilac-Abaya" },
    });
    await press(en.settings.save);
    expect(await screen.findByText("taken")).toBeDefined();
    expect(sent.find(({ name }) => name.includes("slug"))?.body).toEqual({ slug: "lilac-abaya" });
  });
});
