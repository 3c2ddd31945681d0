import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { keys } from "#base/web/runtime/storage.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import adAccounts from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import type { Media } from "../contract/creative.calls.ts";
import en from "../messages/en.json" with { type: "json" };
import { MediaPage } from "./media-page.tsx";

/** The addresses of uploads that the server was told to forget. */
const discarded = vi.hoisted((): string[] => []);
vi.mock("tus-js-client", () => ({
  Upload: { terminate: async (address: string) => void discarded.push(address) },
}));

const megabyte = 1_048_576;
let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  localStorage.setItem(keys.abilities, JSON.stringify([{ subject: "media", action: "manage" }]));
  answers = {
    "Media/index": { items: [aMedia()], total: 1, next: null },
    "Media/space": {
      quota_bytes: 1_024 * megabyte,
      used_bytes: 300 * megabyte,
      reserved_bytes: 100 * megabyte,
      left_bytes: 624 * megabyte,
      unfinished: [],
    },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { creative: en, ad_accounts: adAccounts } });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const aMedia = (more: Partial<Media> = {}): Media => ({
  id: "med_1",
  kind: "video",
  mime: "video/mp4",
  file_name: "ramadan.mp4",
  bytes: 12_300_000,
  width: 1_080,
  height: 1_920,
  seconds: 75,
  url: "/Clients/Media/med_1/file",
  thumbnail_url: "/Clients/Media/med_1/thumbnail",
  created_at: "2026-11-21T09:00:00Z",
  poster_seconds: null,
  uses: 0,
  ...more,
});
const aUse = { ad_id: "ad_1", ad_group_id: "grp_1", campaign_id: "cmp_1", name: "Sukkari dates" };
const open = (address = "/media") => openPages({ "/media": MediaPage }, address);
const choose = async (action: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "Actions for ramadan.mp4" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
};

describe("the library", () => {
  it("shows each file with its facts, and the space that is left", async () => {
    await open();
    expect(await screen.findByText("ramadan.mp4")).toBeTruthy();
    expect(screen.getByText("1080×1920")).toBeTruthy();
    expect(screen.getByText("1:15")).toBeTruthy();
    expect(screen.getByText("Not used in any ad")).toBeTruthy();
    expect((await screen.findByText(/624.0 MB are left/)).textContent).toContain("400.0 MB of 1 GB");
  });

  it("says what each platform takes itself beside what may be uploaded for it", async () => {
    await open();
    fireEvent.click(await screen.findByText(en.guidance.title));
    const toPlain = (text: string | null) => text?.replace(/\p{Cf}/gu, "") ?? "";
    const readGuide = (platform: keyof typeof adAccounts.platforms) =>
      toPlain(screen.getByText(adAccounts.platforms[platform]).parentElement?.textContent ?? "");
    expect(readGuide("snapchat")).toMatch(/Image: .*up to 5 MB/);
    expect(readGuide("snapchat")).toContain("The platform's own limit, Image: up to 32 MB");
    expect(readGuide("snapchat")).toContain("3 s to 3 min");
    expect(readGuide("tiktok")).toMatch(/own limit, Video: 3 s to 10 min, up to 500 MB/);
    expect(readGuide("meta")).toContain("own limit, Image: up to 30 MB");
    expect(readGuide("meta")).toMatch(/own limit, Video: 1 s to 60 min, up to 500 MB/);
  });

  it("names the uploads of other devices that keep space, and discards them", async () => {
    const upload = { id: "upl_1", file_name: "eid.mov", bytes: 90_000_000, received_bytes: 30_000_000 };
    answers["Media/space"] = {
      ...(answers["Media/space"] as object),
      unfinished: [{ ...upload, expires_at: "2026-11-22T09:00:00Z" }],
    };
    await open();
    expect(await screen.findByText("An unfinished upload of another device")).toBeTruthy();
    expect(screen.getByText("30.0 MB / 90.0 MB")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Cancel the upload of eid.mov", hidden: true }));
    await waitFor(() => expect(discarded).toEqual([expect.stringContaining("/Clients/Media/uploads/upl_1")]));
  });

  it("says where a file is used", async () => {
    answers["Media/index"] = { items: [aMedia({ uses: 52 })], total: 1, next: null };
    answers["Media/med_1/uses"] = { items: [aUse], total: 52 };
    await open();
    fireEvent.click(await screen.findByText("Used in 52 ads"));
    expect(await screen.findByText("and 51 more ads")).toBeTruthy();
    expect(screen.getByText("Sukkari dates").closest("a")?.getAttribute("href")).toBe("/campaigns/cmp_1");
  });

  it("begins with the search of its address, and keeps a new one there", async () => {
    answers["Media/index"] = { items: [], total: 0, next: null };
    const page = await open("/media?search=eid&kind=image");
    expect(await screen.findByText("No file matches")).toBeTruthy();
    const query = sent.find(({ name }) => name === "Media/index")?.query;
    expect([query?.get("search"), query?.get("kind")]).toEqual(["eid", "image"]);
    fireEvent.click(screen.getByRole("button", { name: "Clear the search" }));
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  it("goes on by the cursor", async () => {
    answers["Media/index"] = { items: [aMedia()], total: 2, next: "cur_2" };
    await open();
    const more = await screen.findByRole("button", { name: "Show more" });
    answers["Media/index"] = { items: [aMedia({ id: "med_2", file_name: "b.png" })], total: 2, next: null };
    fireEvent.click(more);
    expect(await screen.findByText("b.png")).toBeTruthy();
    expect(sent.at(-1)?.query.get("after")).toBe("cur_2");
  });
});

describe("a file", () => {
  it("is renamed in place", async () => {
    await open();
    await choose("Rename");
    const field = await screen.findByLabelText("New name of ramadan.mp4");
    fireEvent.change(field, { target: { value: "eid.mp4" } });
    answers["Media/med_1"] = aMedia({ file_name: "eid.mp4" });
    fireEvent.click(screen.getByRole("button", { name: "Save the name" }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ file_name: "eid.mp4" }),
    );
  });

  it("that no ad uses is deleted after a question", async () => {
    await open();
    await choose("Delete the file");
    fireEvent.click(await screen.findByRole("button", { name: "Delete the file" }));
    await waitFor(() => expect(sent.some(({ method }) => method === "DELETE")).toBe(true));
  });

  it("that an ad uses is not deleted: the ads are named", async () => {
    answers["Media/index"] = { items: [aMedia({ uses: 1 })], total: 1, next: null };
    answers["Media/med_1/uses"] = { items: [aUse], total: 1 };
    await open();
    await choose("Delete the file");
    expect(await screen.findByText("Sukkari dates")).toBeTruthy();
    expect(await screen.findByText("This file is in use")).toBeTruthy();
    expect(sent.some(({ method }) => method === "DELETE")).toBe(false);
  });
});

it("a merchant who may only look sees no upload and no actions", async () => {
  localStorage.setItem(keys.abilities, JSON.stringify([{ subject: "media", action: "read" }]));
  await open();
  expect(await screen.findByText("ramadan.mp4")).toBeTruthy();
  expect(screen.queryByLabelText("Upload images or videos")).toBeNull();
  expect(screen.queryByRole("button", { name: "Actions for ramadan.mp4" })).toBeNull();
});
