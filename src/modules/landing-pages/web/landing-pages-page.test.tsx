import { useParams } from "@tanstack/react-router";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { closeSession, openSession } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { LandingPage } from "../contract/landing-pages.calls.ts";
import en from "../messages/en.json" with { type: "json" };
import { LandingPagesPage } from "./landing-pages-page.tsx";

const draft: LandingPage = {
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
};

let answers: Answers;
let sent: Sent[];

beforeEach(async () => {
  answers = {
    "LandingPages/pages": { items: [], next: null },
    "Stores/products": {
      items: [{ id: "prd_1", name: "عباية ليلك", image_url: null, price_halalas: 24_900 }],
      next: null,
    },
  };
  sent = fakeServer(answers);
  openSession("token-1", { abilities: [{ subject: "all", action: "manage" }] });
  await setupI18n("en", { en: { landing_pages: en } });
});
afterEach(() => {
  cleanup();
  closeSession();
  vi.unstubAllGlobals();
});

const Editor = () => <p>editor of {String(useParams({ strict: false }).id)}</p>;
const open = () =>
  openPages({ "/landing-pages": LandingPagesPage, "/landing-pages/$id": Editor }, "/landing-pages");
const posted = () => sent.filter(({ method }) => method !== "GET");
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
/** The page's own button comes first, the dialog's last. */
const submit = async () => {
  await screen.findByRole("textbox", { name: en.form.headline });
  const buttons = await screen.findAllByRole("button", { name: en.create });
  fireEvent.click(buttons.at(-1) as HTMLElement);
};
const list = (page: Partial<LandingPage>) => {
  answers["LandingPages/pages"] = {
    items: [{ ...draft, figures: { views: 0, taps: 0, orders: 0 }, ...page }],
    next: null,
  };
};

describe("a landing page", () => {
  it("is created from a product", async () => {
    await open();
    await press(en.create);
    await submit();
    expect(await screen.findByText(en.form.product_missing)).toBeDefined();
    await press(/عباية ليلك/);
    fireEvent.change(screen.getByRole("textbox", { name: en.form.headline }), {
      target: { value: "For every day" },
    });
    answers["LandingPages/pages"] = draft;
    await submit();
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]).toMatchObject({
      method: "POST",
      body: { product_id: "prd_1", language: "ar", headline: "For every day", introduction: "" },
    });
    expect(await screen.findByText("editor of lpg_1")).toBeDefined();
  });

  it("that cannot be created says so, and keeps what was typed", async () => {
    await open();
    await press(en.create);
    await press(/عباية ليلك/);
    answers["LandingPages/pages"] = refuse(409, { code: "landing_pages.too_many" });
    await submit();
    expect(await screen.findByText(en.create_failed)).toBeDefined();
    expect(screen.getByText("عباية ليلك")).toBeDefined();
  });

  it("that running campaigns lead to says so before it is closed", async () => {
    list({ status: "published" });
    answers["LandingPages/pages/lpg_1/campaigns"] = { items: [{ id: "cmp_1", name: "عجوة الرياض" }] };
    await open();
    await press(new RegExp(`^${en.actions.unpublish}:`));
    expect(await screen.findByRole("link", { name: "عجوة الرياض" })).toBeDefined();
    expect(screen.getByText("1 running campaign leads to this page:")).toBeDefined();
  });

  it("is previewed and published", async () => {
    list({});
    answers["LandingPages/pages/lpg_1/publish"] = { ...draft, status: "published" };
    await open();
    const preview = await screen.findByRole("link", { name: new RegExp(en.actions.preview) });
    expect(preview.getAttribute("href")).toBe(draft.preview_url);
    expect(screen.queryByRole("link", { name: new RegExp(en.actions.open) })).toBeNull();
    await press(new RegExp(`^${en.actions.publish}:`));
    await waitFor(() => expect(posted()[0]?.name).toContain("lpg_1/publish"));
  });

  it("that is published is unpublished after a question, and published again after a change", async () => {
    list({ status: "published", has_unpublished_changes: true });
    answers["LandingPages/pages/lpg_1/unpublish"] = { ...draft, status: "unpublished" };
    await open();
    expect(await screen.findByText(en.has_changes)).toBeDefined();
    expect(screen.getByRole("button", { name: new RegExp(en.actions.publish_again) })).toBeDefined();
    await press(new RegExp(`^${en.actions.unpublish}:`));
    expect(posted()).toHaveLength(0);
    await press(en.actions.unpublish);
    await waitFor(() => expect(posted()[0]?.name).toContain("lpg_1/unpublish"));
  });

  it("leads to its editor", async () => {
    list({});
    await open();
    const edit = await screen.findByRole("link", { name: new RegExp(`^${en.actions.edit}:`) });
    expect(edit.getAttribute("href")).toBe("/landing-pages/lpg_1");
  });
});
