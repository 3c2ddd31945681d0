import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Media } from "../../contract/creative.calls.ts";
import type { UploadRequest } from "./upload-queue.ts";
import { readUploads, type StoredUpload, uploadStorage } from "./upload-storage.ts";

type Outcome = Media | "unfinished" | "gone";

const requests = vi.hoisted(() => new Map<string, PromiseWithResolvers<Outcome>>());
vi.mock("./tus-transfer.ts", () => ({
  openTusTransfer: () => ({ start() {}, pause() {}, discard() {} }),
  toKey: ({ file }: UploadRequest) => file.name,
  findOutcome({ fingerprint }: StoredUpload) {
    const answer = Promise.withResolvers<Outcome>();
    requests.set(fingerprint, answer);
    return answer.promise;
  },
}));

const media = { id: "med_1", file_name: "eid.mp4", bytes: 8 } as Media;

beforeEach(async () => {
  localStorage.clear();
  requests.clear();
  vi.resetModules();
  await uploadStorage.addUpload("eid.mp4", {
    size: 8,
    metadata: { filename: "eid.mp4" },
    creationTime: new Date().toISOString(),
    urlStorageKey: "",
    uploadUrl: "/Clients/Media/uploads/upl_1",
    parallelUploadUrls: null,
  });
});
afterEach(() => localStorage.clear());

/** The page is loaded once more, and has asked the server. */
async function load() {
  const page = await import("./app-uploads.ts");
  const answer = await vi.waitFor(
    () => requests.get("eid.mp4") ?? expect.fail("the server was not requests"),
  );
  return {
    ...page,
    async answerWith(outcome: Outcome) {
      answer.resolve(outcome);
      await answer.promise;
      await Promise.resolve();
    },
    names: () => page.interrupted.get().map(({ fingerprint }) => fingerprint),
    states: () => page.uploads.items.get().map(({ fileName, state }) => [fileName, state]),
  };
}

it("an upload that the server has whole is shown as done, and not kept", async () => {
  const page = await load();
  expect(page.names()).toEqual([]);
  await page.answerWith(media);
  expect(page.states()).toEqual([["eid.mp4", "done"]]);
  expect(page.names()).toEqual([]);
  expect(readUploads(Date.now())).toEqual([]);
});

it("an unfinished upload waits for its file", async () => {
  const page = await load();
  await page.answerWith("unfinished");
  expect(page.names()).toEqual(["eid.mp4"]);
  expect(readUploads(Date.now())).toHaveLength(1);
});

it("an upload that the server does not know any more is forgotten", async () => {
  const page = await load();
  await page.answerWith("gone");
  expect(page.names()).toEqual([]);
  expect(page.states()).toEqual([]);
  expect(readUploads(Date.now())).toEqual([]);
});

it("a file that is chosen again meanwhile is not listed twice", async () => {
  const page = await load();
  page.addUpload({ file: new File(["12345678"], "eid.mp4"), place: {} });
  await page.answerWith("unfinished");
  expect(page.names()).toEqual([]);
  expect(page.states()).toEqual([["eid.mp4", "sending"]]);
});

it("what the session before had begun is not shown in the next one", async () => {
  const page = await load();
  const { openSession } = await import("#base/web/runtime/session.ts");
  openSession("another");
  await page.answerWith(media);
  expect(page.states()).toEqual([]);
});
