import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { Media } from "../contract/creative.calls.ts";
import en from "../messages/en.json" with { type: "json" };
import { UploadTray } from "./upload-tray.tsx";
import { addUpload, interrupted, uploads } from "./uploads/app-uploads.ts";
import type { TransferEvents, UploadRequest } from "./uploads/upload-queue.ts";

const opened = vi.hoisted((): TransferEvents[] => []);
vi.mock("./uploads/tus-transfer.ts", () => ({
  openTusTransfer(_request: UploadRequest, events: TransferEvents) {
    opened.push(events);
    return { start() {}, pause() {}, discard() {} };
  },
  toKey: ({ file }: UploadRequest) => `${file.name}|${file.size}`,
  discardStored: async () => {},
}));

beforeEach(() => setupI18n("en", { en: { creative: en } }));
afterEach(() => {
  cleanup();
  act(() => {
    uploads.stopAll();
    interrupted.set([]);
  });
  opened.length = 0;
});

const stored = {
  fingerprint: "eid.mp4|8",
  size: 8,
  metadata: { filename: "eid.mp4" },
  creationTime: "2026-11-22T09:00:00Z",
  urlStorageKey: "k",
  uploadUrl: "/Clients/Media/uploads/upl_1",
  parallelUploadUrls: null,
};

const aFile = (name = "eid.mp4") => new File(["12345678"], name, { type: "video/mp4" });
function begin(name?: string): TransferEvents {
  act(() => void addUpload({ file: aFile(name), place: {} }));
  return opened.at(-1) ?? expect.fail("nothing was begun");
}

it("nothing is shown while nothing is uploaded", () => {
  renderWeb(<UploadTray />);
  expect(screen.queryByRole("region")).toBeNull();
});

it("shows what runs, and says when it is done", () => {
  renderWeb(<UploadTray />);
  const transfer = begin();
  act(() => transfer.onProgress(2));
  expect(screen.getByRole("status").textContent).toBe("Uploading a file");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
  act(() => transfer.onDone({ id: "med_1" } as Media));
  expect(screen.getByRole("status").textContent).toBe("A file was uploaded");
  fireEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(screen.queryByRole("region")).toBeNull();
});

it("folds to one line by itself when all is done, and not while something is unfinished", () => {
  renderWeb(<UploadTray />);
  const first = begin();
  fireEvent.click(screen.getByRole("button", { name: "Show the files" }));
  const second = begin("national-day.mp4");
  act(() => first.onDone({ id: "med_1" } as Media));
  act(() => second.onRefused("The video's codec is not taken"));
  expect(screen.getByText("The video's codec is not taken")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Try national-day.mp4 again" }));
  act(() => second.onDone({ id: "med_2" } as Media));
  expect(screen.getByRole("status").textContent).toBe("2 files were uploaded");
  expect(screen.queryByRole("list")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show the files" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(screen.queryByRole("region")).toBeNull();
});

it("closing what is done keeps an upload that an earlier page left unfinished", () => {
  act(() => interrupted.set([stored]));
  renderWeb(<UploadTray />);
  fireEvent.click(screen.getByRole("button", { name: "Show the files" }));
  const transfer = begin("national-day.mp4");
  act(() => transfer.onDone({ id: "med_1" } as Media));
  expect(screen.getByLabelText("Choose eid.mp4 again")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(screen.getByRole("status").textContent).toBe("An upload was not finished");
  expect(screen.getByLabelText("Choose eid.mp4 again")).toBeTruthy();
});

it("a long name is cut at its own end, whatever the language of the screen", () => {
  renderWeb(<UploadTray />);
  begin("إعلان اليوم الوطني لتمور المدينة.mp4");
  fireEvent.click(screen.getByRole("button", { name: "Show the files" }));
  expect(screen.getByText("إعلان اليوم الوطني لتمور المدينة.mp4").getAttribute("dir")).toBe("auto");
});

it("each upload can be paused, resumed and cancelled", () => {
  renderWeb(<UploadTray />);
  begin();
  fireEvent.click(screen.getByRole("button", { name: "Show the files" }));
  fireEvent.click(screen.getByRole("button", { name: "Pause the upload of eid.mp4" }));
  expect(screen.getByRole("status").textContent).toBe("An upload is paused");
  fireEvent.click(screen.getByRole("button", { name: "Go on with eid.mp4" }));
  expect(screen.getByRole("status").textContent).toBe("Uploading a file");
  fireEvent.click(screen.getByRole("button", { name: "Cancel the upload of eid.mp4" }));
  expect(screen.queryByRole("region")).toBeNull();
});

it("a lost connection is not a failure, and a refusal says why", () => {
  renderWeb(<UploadTray />);
  const transfer = begin();
  act(() => transfer.onBroken());
  expect(screen.getByRole("status").textContent).toBe("A file is waiting for the connection");
  act(() => transfer.onRefused("The video's codec is not taken"));
  fireEvent.click(screen.getByRole("button", { name: "Show the files" }));
  expect(screen.getByText("The video's codec is not taken")).toBeTruthy();
});

it("an upload of an earlier page goes on only with the same file", () => {
  act(() => interrupted.set([stored]));
  renderWeb(<UploadTray />);
  fireEvent.click(screen.getByRole("button", { name: "Show the files" }));
  const input = screen.getByLabelText("Choose eid.mp4 again");
  fireEvent.change(input, { target: { files: [aFile("other.mp4")] } });
  expect(screen.getByText("This is not the same file. Choose eid.mp4.")).toBeTruthy();
  expect(opened).toHaveLength(0);
  fireEvent.change(input, { target: { files: [aFile()] } });
  expect(opened).toHaveLength(1);
  expect(screen.queryByLabelText("Choose eid.mp4 again")).toBeNull();
});
