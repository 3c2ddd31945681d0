import { beforeEach, expect, it } from "vitest";
import { readUploads, uploadStorage } from "./upload-storage.ts";

const place = "rawaj.uploads";
const anUpload = (creationTime: string) => ({
  size: 100,
  metadata: { filename: "eid.mp4" },
  creationTime,
  urlStorageKey: "",
  uploadUrl: "http://localhost/Clients/Media/uploads/upl_1",
  parallelUploadUrls: null,
});
const now = () => new Date().toISOString();

beforeEach(() => localStorage.clear());

it("an upload is found again by its file, until it is removed", async () => {
  const key = await uploadStorage.addUpload("eid.mp4-100", anUpload(now()));
  expect(await uploadStorage.findUploadsByFingerprint("other")).toEqual([]);
  const [found] = await uploadStorage.findUploadsByFingerprint("eid.mp4-100");
  expect(found?.uploadUrl).toContain("upl_1");
  expect(found?.urlStorageKey).toBe(key);
  await uploadStorage.removeUpload(key);
  expect(localStorage.getItem(place)).toBeNull();
});

it("a file begun again replaces its earlier upload", async () => {
  await uploadStorage.addUpload("eid.mp4-100", anUpload(now()));
  await uploadStorage.addUpload("eid.mp4-100", anUpload(now()));
  expect(await uploadStorage.findAllUploads()).toHaveLength(1);
});

it("what the server has forgotten after a day is not offered", async () => {
  await uploadStorage.addUpload("eid.mp4-100", anUpload("2026-11-21T09:00:00.000Z"));
  const begun = Date.parse("2026-11-21T09:00:00.000Z");
  expect(readUploads(begun + 24 * 3_600_000 - 1)).toHaveLength(1);
  expect(readUploads(begun + 24 * 3_600_000)).toHaveLength(0);
});

it("a broken entry in the browser's storage is no upload", async () => {
  localStorage.setItem(place, '{"not":"a list"}');
  expect(await uploadStorage.findAllUploads()).toEqual([]);
  localStorage.setItem(place, "[1, null, {}]");
  expect(await uploadStorage.findAllUploads()).toEqual([]);
});
