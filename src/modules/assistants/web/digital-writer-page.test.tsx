import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { openSession } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import lawEn from "#modules/campaigns/web/law/messages/en.json" with { type: "json" };
import type { Answer, WriterItem } from "../contract/writer-shapes.ts";
import en from "../messages/en.json" with { type: "json" };
import { DigitalWriterPage } from "./digital-writer-page.tsx";

const anAnswer = (more: Partial<Answer> = {}): Answer => ({
  id: "ans_1",
  category: "ad_text",
  tongue: "saudi",
  tone: "warm",
  length: "medium",
  season: null,
  prompt: "",
  product_id: "prd_1",
  product_name: "عباية ليلك",
  status: "done",
  engine: "built_in",
  words: 14,
  created_at: "2026-11-21T09:00:00Z",
  revision: null,
  facts: [{ kind: "price", amount_halalas: 24_900 }, { kind: "cash_on_delivery" }],
  versions: [
    {
      id: "ver_1",
      number: 1,
      headline: "عباية ليلك",
      body: "قماش كتير خفيف من دوامك لعزيمتك",
      is_favourite: false,
      is_edited: false,
    },
    {
      id: "ver_2",
      number: 2,
      headline: "ليلك لك",
      body: "خصم 20% اليوم",
      is_favourite: true,
      is_edited: false,
    },
  ],
  ...more,
});

const state = {
  engine: "built_in",
  is_subscribed: true,
  available_words: 3_240,
  quota: { limit_words: 5_000, left_words: 3_240, renews_at: "2026-12-01T00:00:00Z" },
  day_limit_words: 5_000,
  day_left_words: 5_000,
};

let answers: Answers;
let sent: Sent[];
/** What the next streamed answer says; null: the line breaks. */
let streamed: (WriterItem[] | null)[];

beforeEach(async () => {
  const bytes = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal("crypto", { getRandomValues: bytes, randomUUID: () => "key-of-this-request" });
  answers = {
    "DigitalWriter/state": state,
    "DigitalWriter/answers": { items: [], next: null },
    "DigitalWriter/answers/ans_1": anAnswer(),
    "Stores/products": {
      items: [{ id: "prd_1", name: "عباية ليلك", image_url: null, price_halalas: 24_900 }],
      next: null,
    },
  };
  sent = fakeServer(answers);
  streamed = [];
  const calls = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const isWriting = init.method === "POST" && /answers$|revise$/.test(address);
    if (!isWriting || streamed.length === 0) return calls(address, init);
    await calls(address, init);
    const items = streamed.shift();
    const lines = (items ?? []).map((item) => `${JSON.stringify({ item })}\n`).join("");
    return new Response(lines + (items ? `${JSON.stringify({ done: true })}\n` : ""), {
      headers: { "content-type": "application/x-ndjson" },
    });
  });
  await setupI18n("en", { en: { assistants: en, campaigns_law: lawEn } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address = "/digital-writer") => openPages({ "/digital-writer": DigitalWriterPage }, address);
const written: WriterItem[] = [
  { kind: "started", id: "ans_1", engine: "built_in", facts: [] },
  { kind: "delta", number: 1, field: "headline", text: "عباية ليلك" },
  { kind: "finished", answer: anAnswer() },
];
const write = async () => fireEvent.click(await screen.findByRole("button", { name: en.composer.send }));
const posted = () => sent.filter(({ method }) => method === "POST");

describe("the digital writer", () => {
  it("writes with what is chosen and typed, and shows versions, facts and the engine", async () => {
    streamed.push(written);
    await open();
    fireEvent.click(await screen.findByRole("button", { name: en.product.choose }));
    fireEvent.click(await screen.findByRole("button", { name: /عباية ليلك/ }));
    fireEvent.change(screen.getByRole("textbox", { name: en.composer.label }), {
      target: { value: "للموظفات" },
    });
    await write();
    expect(await screen.findByRole("button", { name: "Open version 2" })).toBeTruthy();
    expect(posted()[0]?.body).toMatchObject({
      request_key: "key-of-this-request",
      product_id: "prd_1",
      prompt: "للموظفات",
      category: "ad_text",
      tongue: "saudi",
      seed: 0,
    });
    expect(screen.getByText(/Written by: built-in engine/)).toBeTruthy();
    expect(screen.getByText("Price SAR 249")).toBeTruthy();
    expect(screen.getByText(/2 versions/)).toBeTruthy();
  });

  it("without a product is refused on its field, and what was typed stays", async () => {
    const message = "Choose a product of your store";
    answers["DigitalWriter/answers"] = refuse(400, {
      code: "assistants.subject_missing",
      fields: { product_id: [message] },
    });
    await open();
    const typed = screen.getByRole("textbox", { name: en.composer.label });
    fireEvent.change(typed, { target: { value: "للموظفات" } });
    await write();
    const chooser = screen.getByRole("button", { name: en.product.choose });
    await waitFor(() => expect(chooser.getAttribute("aria-describedby")).not.toBeNull());
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByRole("button", { name: en.retry })).toBeNull();
    expect((typed as HTMLTextAreaElement).value).toBe("للموظفات");
  });

  it("after a line that broke is sent again under the same key", async () => {
    streamed.push(null, written);
    await open();
    await write();
    fireEvent.click(await screen.findByRole("button", { name: en.retry }));
    await screen.findByRole("button", { name: "Open version 2" });
    const keys = posted().map(({ body }) => (body as { request_key: string }).request_key);
    expect(keys).toEqual(["key-of-this-request", "key-of-this-request"]);
  });

  it("says who is not subscribed, and how to subscribe", async () => {
    answers["DigitalWriter/state"] = { ...state, is_subscribed: false, available_words: 0, quota: null };
    await open();
    expect(await screen.findByText(en.subscribe.title)).toBeTruthy();
    expect(screen.getByRole("link", { name: en.subscribe.plans }).getAttribute("href")).toBe(
      "/financial-transaction/active-subscribtions",
    );
    expect(screen.getByRole("link", { name: en.subscribe.buy }).getAttribute("href")).toBe(
      "/financial-transaction/services-stock",
    );
  });

  it("shows what is left of the month's words", async () => {
    await open();
    expect(await screen.findByText("3,240 of 5,000 words left")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: en.quota.bar }).getAttribute("aria-valuenow")).toBe("65");
  });
});

describe("a version", () => {
  const openAnswer = () => open("/digital-writer?answer=ans_1");

  it("names a word of another dialect and replaces it by a tap", async () => {
    answers["PUT DigitalWriter/versions/ver_1"] = {
      ...anAnswer().versions[0],
      body: "قماش مرّة خفيف",
      is_edited: true,
    };
    await openAnswer();
    expect(await screen.findByText(/is Levantine/)).toBeTruthy();
    expect(screen.getByText("كتير", { selector: "mark" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: en.lint.replace }));
    await waitFor(() =>
      expect(sent.at(-1)?.body ?? sent.find(({ method }) => method === "PUT")?.body).toBeTruthy(),
    );
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({
      headline: "عباية ليلك",
      body: "قماش مرّة خفيف من دوامك لعزيمتك",
    });
    expect(await screen.findByText("قماش مرّة خفيف")).toBeTruthy();
  });

  it("stands beside each platform's limit, and says what is over", async () => {
    const [first] = anAnswer().versions;
    answers["DigitalWriter/answers/ans_1"] = anAnswer({
      versions: [{ ...first, headline: "عنوان طويل جدا لا يدخل في الحد", body: "" } as never],
    });
    await openAnswer();
    const limits = await screen.findByRole("list", { name: en.limits.title });
    expect(within(limits).getAllByText(/letters? too many/).length).toBeGreaterThan(0);
  });

  it("is asked anew as an answer of its own", async () => {
    streamed.push([
      { kind: "started", id: "ans_2", engine: "built_in", facts: [] },
      {
        kind: "finished",
        answer: anAnswer({ id: "ans_2", revision: { version_id: "ver_1", change: "shorten" } }),
      },
    ]);
    await openAnswer();
    fireEvent.click(await screen.findByRole("button", { name: en.version.shorten }));
    expect(await screen.findByText(en.revision.shorten)).toBeTruthy();
    expect(posted()[0]).toMatchObject({
      name: "DigitalWriter/versions/ver_1/revise",
      body: { change: "shorten" },
    });
  });

  it("is edited and kept among the favourites", async () => {
    answers["PUT DigitalWriter/versions/ver_1"] = {
      ...anAnswer().versions[0],
      body: "نص بيدي",
      is_edited: true,
    };
    answers["PUT DigitalWriter/versions/ver_1/favourite"] = { ...anAnswer().versions[0], is_favourite: true };
    await openAnswer();
    fireEvent.click(await screen.findByRole("button", { name: en.version.edit }));
    fireEvent.change(screen.getByRole("textbox", { name: en.version.body }), {
      target: { value: "نص بيدي" },
    });
    fireEvent.click(screen.getByRole("button", { name: en.version.save }));
    expect(await screen.findByText("نص بيدي")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: en.version.favourite }));
    await waitFor(() => expect(sent.some(({ name }) => name.endsWith("favourite"))).toBe(true));
  });

  it("with a discount says what the law asks of it, and goes into a draft", async () => {
    openSession("a-token", { abilities: [{ subject: "all", action: "manage" }] });
    answers["POST DigitalWriter/versions/ver_2/draft"] = { draft_id: "drf_1" };
    await openAnswer();
    fireEvent.click(await screen.findByRole("button", { name: "Open version 2" }));
    expect(await screen.findByText(lawEn.rules.discount.title)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: en.version.use }));
    await waitFor(() =>
      expect(posted().map(({ name }) => name)).toContain("DigitalWriter/versions/ver_2/draft"),
    );
  });
});

describe("the history", () => {
  it("is searched, and an answer is opened from it", async () => {
    const { versions: _versions, facts: _facts, revision: _revision, ...head } = anAnswer();
    answers["GET DigitalWriter/answers"] = {
      items: [{ ...head, excerpt: "عباية ليلك", favourites: 1 }],
      next: null,
    };
    await open();
    fireEvent.click(await screen.findByRole("button", { name: en.history.open }));
    fireEvent.click(await screen.findByRole("button", { name: /^عباية ليلك/ }));
    expect(await screen.findByRole("button", { name: "Open version 1" })).toBeTruthy();
  });
});
