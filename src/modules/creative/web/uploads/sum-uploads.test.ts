import { expect, it } from "vitest";
import { sumUploads } from "./sum-uploads.ts";
import type { UploadItem, UploadState } from "./upload-queue.ts";

const anItem = (state: UploadState, more: Partial<UploadItem> = {}): UploadItem => ({
  id: "upload-1",
  key: "a",
  fileName: "a.mp4",
  bytes: 100,
  sent: 0,
  state,
  speed: null,
  failure: null,
  media: null,
  ...more,
});

it("several uploads are one progress with one speed; what is done or paused is not part of it", () => {
  const sum = sumUploads([
    anItem("sending", { sent: 40, speed: 10 }),
    anItem("sending", { sent: 20, speed: 5 }),
    anItem("queued"),
    anItem("done", { sent: 100 }),
    anItem("paused", { sent: 70 }),
  ]);
  expect(sum).toEqual({ headline: "running", count: 3, sent: 60, bytes: 300, speed: 15 });
});

it.each([
  ["running", ["sending", "failed"]],
  ["running", ["finishing"]],
  ["waiting", ["offline", "queued", "paused"]],
  ["failed", ["failed", "done"]],
  ["paused", ["paused", "done"]],
  ["all_done", ["done"]],
  ["interrupted", []],
] as const)("%s is said first of %j", (headline, states) => {
  expect(sumUploads(states.map((state) => anItem(state))).headline).toBe(headline);
});
