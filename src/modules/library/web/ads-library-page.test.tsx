import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { keys } from "#base/web/runtime/storage.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import seasons from "#modules/seasons/messages/en.json" with { type: "json" };
import type { LibraryItem } from "../contract/library-shapes.ts";
import en from "../messages/en.json" with { type: "json" };
import { AdsLibraryPage } from "./ads-library-page.tsx";

const opened = vi.hoisted((): string[] => []);
vi.mock("#modules/campaigns/web/drafts.parts.tsx", () => ({
  useOpenDraft: () => ({ isPending: false, mutate: (id: string) => opened.push(id) }),
}));

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  const all = [{ subject: "all", action: "manage" }];
  localStorage.setItem(keys.abilities, JSON.stringify(all));
  opened.length = 0;
  answers = {
    "AdsLibrary/index": { items: [anItem(), aWinner()], next: null },
    "AdsLibrary/items/lib_000001": anItem(),
    "AdsLibrary/items/add_000001": aWinner(),
    "GET AdsLibrary/collections": {
      items: [{ id: "col_000001", name: "Ideas", items: 1, created_at: "2026-11-21T09:00:00Z" }],
    },
    "AdsLibrary/sector": { sector: null, shared_since: null, medians: null },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { library: en, campaigns, seasons } });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const anItem = (more: Partial<LibraryItem> = {}): LibraryItem => ({
  id: "lib_000001",
  source: "library",
  title: "Ramadan-014",
  type: "image",
  link: "https://ads.example/14",
  ad_day: "2026-02-20",
  season: "ramadan",
  style: "unboxing",
  platform: "tiktok",
  sector: "perfumes",
  editor: "Reem",
  writer: "Abdullah",
  notes: "Opens with the price",
  structure: { hook: "price", proof: null, offer: "gift" },
  call_to_action: "order_now",
  media: { kind: "image", width: 540, height: 960, url: "/file", thumbnail_url: "/thumbnail" },
  results: null,
  campaign_id: null,
  own_note: "",
  collection_ids: [],
  ...more,
});
const aWinner = (): LibraryItem => ({
  ...anItem(),
  id: "add_000001",
  source: "own",
  title: "Ajwa",
  link: null,
  season: null,
  style: null,
  editor: "",
  writer: "",
  notes: "",
  structure: { hook: null, proof: null, offer: null },
  campaign_id: "cmp_000001",
  results: {
    roas_delivered: 4.25,
    days_run: 12,
    first_day: "2026-11-01",
    last_day: "2026-11-12",
    spend_halalas: 60_000 as never,
    orders_delivered: 22,
    sales_delivered_halalas: 255_000 as never,
    measured_at: "2026-11-21T09:00:00Z",
  },
});
const open = (address = "/ads-library") => openPages({ "/ads-library": AdsLibraryPage }, address);
const lastQuery = () => sent.findLast(({ name }) => name === "AdsLibrary/index")?.query;
const openItem = async (title: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `Open ${title}` }));
  return screen.findByRole("dialog");
};

describe("the grid", () => {
  it("shows library ads by what they are, and own winners by what they brought", async () => {
    await open();
    expect(await screen.findByText("Picture · Ramadan · Unboxing · Perfume and oud")).toBeTruthy();
    expect(screen.getByText("4.25×").closest("article")?.textContent).toContain("12 days");
  });

  it("is filtered and searched by its address", async () => {
    await open("/ads-library?season=ramadan&platform=tiktok&search=oud&style=nonsense");
    await screen.findByText("Ramadan-014");
    expect(Object.fromEntries(lastQuery() ?? [])).toMatchObject({
      season: "ramadan",
      platform: "tiktok",
      search: "oud",
    });
    expect(lastQuery()?.has("style")).toBe(false);
  });

  it("narrows to own winners and to a collection, one of them at a time", async () => {
    const page = await open();
    fireEvent.click(await screen.findByRole("radio", { name: "Your winners" }));
    await waitFor(() => expect(page.search()).toEqual({ source: "own" }));
    fireEvent.click(await screen.findByRole("radio", { name: /Ideas/ }));
    await waitFor(() => expect(page.search()).toEqual({ collection_id: "col_000001" }));
    expect(lastQuery()?.get("collection_id")).toBe("col_000001");
  });

  it("goes on by the cursor", async () => {
    answers["AdsLibrary/index"] = { items: [anItem()], next: "cur_2" };
    await open();
    const more = await screen.findByRole("button", { name: "Show more" });
    answers["AdsLibrary/index"] = { items: [anItem({ id: "lib_000002", title: "Next one" })], next: null };
    fireEvent.click(more);
    expect(await screen.findByText("Next one")).toBeTruthy();
    expect(lastQuery()?.get("after")).toBe("cur_2");
  });

  it.each([
    ["/ads-library", "The library is just beginning"],
    ["/ads-library?source=own", "No winner of yours yet"],
    ["/ads-library?collection_id=col_000001", "This collection is empty"],
    ["/ads-library?season=ramadan", "Nothing matches these filters"],
  ])("says at %s why it is empty", async (address, words) => {
    answers["AdsLibrary/index"] = { items: [], next: null };
    await open(address);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("offers to try again when it could not be read", async () => {
    answers["AdsLibrary/index"] = 500;
    await open();
    const again = await screen.findByRole("button", { name: "Try again" });
    answers["AdsLibrary/index"] = { items: [anItem()], next: null };
    fireEvent.click(again);
    expect(await screen.findByText("Ramadan-014")).toBeTruthy();
  });
});

describe("an open ad", () => {
  it("stands in the address, and Back closes it", async () => {
    const page = await open();
    await openItem("Ramadan-014");
    expect(page.search()).toEqual({ item: "lib_000001" });
    await page.back();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says how it is built and leads to the original", async () => {
    await open("/ads-library?item=lib_000001");
    const dialog = await screen.findByRole("dialog");
    const structure = await within(dialog).findByLabelText("How it is built");
    expect(structure.textContent).toBe("OpeningThe price firstProofNoneOfferGiftCallOrder now");
    expect(within(dialog).getByText("Open the original ad").getAttribute("rel")).toContain("noopener");
  });

  it("becomes a draft of its structure", async () => {
    answers["AdsLibrary/items/lib_000001/draft"] = { draft_id: "dft_000001" };
    await open("/ads-library?item=lib_000001");
    fireEvent.click(await screen.findByRole("button", { name: "Make mine like this" }));
    await waitFor(() => expect(opened).toEqual(["dft_000001"]));
  });

  it("keeps the merchant's note", async () => {
    answers["PUT AdsLibrary/items/lib_000001/note"] = anItem({ own_note: "Strong opening" });
    await open("/ads-library?item=lib_000001");
    fireEvent.change(await screen.findByLabelText("Your note"), { target: { value: "Strong opening" } });
    fireEvent.click(screen.getByRole("button", { name: "Save the note" }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ text: "Strong opening" }),
    );
  });

  it("is put into a collection, and into a new one at once", async () => {
    const collection = { id: "col_000002", name: "Eid", items: 0, created_at: "2026-11-21T09:00:00Z" };
    answers["POST AdsLibrary/collections"] = collection;
    await open("/ads-library?item=lib_000001");
    fireEvent.click(await screen.findByRole("checkbox", { name: "Ideas" }));
    const isPut = (collectionId: string) =>
      sent.some(
        ({ method, name }) =>
          method === "PUT" && name === `AdsLibrary/collections/${collectionId}/items/lib_000001`,
      );
    await waitFor(() => expect(isPut("col_000001")).toBe(true));
    fireEvent.click(screen.getByRole("button", { name: "New collection" }));
    fireEvent.change(screen.getByLabelText("Collection name"), { target: { value: "Eid" } });
    fireEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(isPut("col_000002")).toBe(true));
  });

  it("of one's own has no draft before one says how it is built", async () => {
    answers["PUT AdsLibrary/items/add_000001/structure"] = aWinner();
    await open("/ads-library?item=add_000001");
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("Delivered return")).toBeTruthy();
    expect(within(dialog).queryByRole("button", { name: "Make mine like this" })).toBeNull();
    fireEvent.click(within(dialog).getByRole("combobox", { name: "Opening" }));
    fireEvent.click(await screen.findByRole("option", { name: "A question", hidden: true }));
    fireEvent.click(within(dialog).getByRole("button", { name: "Save the structure" }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({
        hook: "question",
        proof: null,
        offer: null,
      }),
    );
  });

  it("shows no change to who may only look", async () => {
    localStorage.setItem(keys.abilities, JSON.stringify([{ subject: "library", action: "read" }]));
    await open("/ads-library?item=lib_000001");
    await screen.findByText("Open the original ad");
    expect(screen.queryByRole("button", { name: "Make mine like this" })).toBeNull();
    expect(screen.queryByLabelText("Your note")).toBeNull();
  });
});

describe("the other windows", () => {
  it("show one ad large, and the arrow keys lead on", async () => {
    const page = await open("/ads-library?view=large");
    expect(await screen.findByRole("heading", { level: 2, name: "Ramadan-014" })).toBeTruthy();
    fireEvent.keyDown(window, { key: "ArrowRight" });
    expect(await screen.findByRole("heading", { level: 2, name: "Ajwa" })).toBeTruthy();
    expect(page.search()).toEqual({ view: "large", item: "add_000001" });
    fireEvent.click(screen.getByRole("button", { name: "Previous" }));
    expect(await screen.findByRole("heading", { level: 2, name: "Ramadan-014" })).toBeTruthy();
  });

  it("compare what was marked on the grid", async () => {
    const page = await open();
    fireEvent.click(await screen.findByRole("button", { name: "Compare Ramadan-014" }));
    fireEvent.click(await screen.findByRole("button", { name: "Compare Ajwa" }));
    expect((await screen.findByText("2 ads chosen")).closest("div")?.getAttribute("role")).toBe("status");
    fireEvent.click(screen.getByRole("button", { name: "Compare them" }));
    const columns = within(await screen.findByRole("list", { name: "Side by side" }));
    expect(await columns.findAllByRole("heading", { level: 2 })).toHaveLength(2);
    expect(page.search()).toEqual({ view: "compare", compare: "lib_000001,add_000001" });
    fireEvent.click(columns.getByRole("button", { name: "Take Ajwa out of the comparison" }));
    expect(await screen.findByText("Choose two ads or more")).toBeTruthy();
  });
});

describe("the sector", () => {
  it("is chosen and shared by the merchant alone", async () => {
    answers["PUT AdsLibrary/sector"] = { sector: "coffee", shared_since: null, medians: null };
    await open();
    const share = await screen.findByRole<HTMLInputElement>("switch", {
      name: "Share my figures without my name",
    });
    expect(share.disabled).toBe(true);
    fireEvent.click(screen.getByRole("combobox", { name: "Your store's sector" }));
    fireEvent.click(await screen.findByRole("option", { name: "Coffee", hidden: true }));
    await waitFor(() => expect(share.disabled).toBe(false));
    answers["PUT AdsLibrary/sector"] = {
      sector: "coffee",
      shared_since: "2026-11-21T09:00:00Z",
      medians: null,
    };
    fireEvent.click(share);
    expect(await screen.findByText(/No median of your sector is published yet/)).toBeTruthy();
    expect(sent.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
      { sector: "coffee", is_shared: false },
      { sector: "coffee", is_shared: true },
    ]);
  });

  it("has its published medians beside the store's own", async () => {
    answers["AdsLibrary/sector"] = {
      sector: "coffee",
      shared_since: "2026-09-21T09:00:00Z",
      medians: {
        month: "2026-10-01",
        stores_at_least: 50,
        roas_delivered: 3.1,
        cost_per_delivered_halalas: 4_200,
        own: null,
      },
    };
    await open();
    const table = await screen.findByRole("table");
    expect(table.textContent?.replace(/\p{Cf}/gu, "")).toContain("October 2026, of 50 stores or more");
    expect(table.textContent).toContain("3.1×");
    expect(table.textContent).toContain(en.sector.own_none);
  });
});
