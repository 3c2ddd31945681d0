import type { PreviousUpload, UrlStorage } from "tus-js-client";
import { getItem, setItem } from "#base/web/runtime/storage.ts";

const place = "rawaj.uploads";
/** The server forgets an unfinished upload after a day (contract, `POST Clients/Media/uploads`). */
const keptMs = 24 * 3_600_000;

/** An unfinished upload: its address at the server, and which file it was. */
export type StoredUpload = PreviousUpload & { fingerprint: string };

const isStored = (value: unknown): value is StoredUpload =>
  typeof value === "object" &&
  value !== null &&
  "urlStorageKey" in value &&
  "fingerprint" in value &&
  "metadata" in value &&
  "creationTime" in value;

/** The unfinished uploads of this browser that the server still knows, oldest first. */
export function readUploads(now: number): StoredUpload[] {
  try {
    const list: unknown = JSON.parse(getItem(place) ?? "[]");
    if (!Array.isArray(list)) return [];
    return list.filter(isStored).filter(({ creationTime }) => now - Date.parse(creationTime) < keptMs);
  } catch {
    return [];
  }
}

const write = (uploads: readonly StoredUpload[]) =>
  setItem(place, uploads.length === 0 ? null : JSON.stringify(uploads));

export const forgetUploads = (): boolean => setItem(place, null);

/** Where tus-js-client keeps the addresses of its uploads: an upload survives a reload of the page. */
export const uploadStorage: UrlStorage = {
  findAllUploads: async () => readUploads(Date.now()),
  findUploadsByFingerprint: async (fingerprint) =>
    readUploads(Date.now()).filter((upload) => upload.fingerprint === fingerprint),
  async addUpload(fingerprint, upload) {
    const urlStorageKey = `${fingerprint}#${upload.creationTime}`;
    const others = readUploads(Date.now()).filter((one) => one.fingerprint !== fingerprint);
    write([...others, { ...upload, fingerprint, urlStorageKey }]);
    return urlStorageKey;
  },
  async removeUpload(urlStorageKey) {
    write(readUploads(Date.now()).filter((upload) => upload.urlStorageKey !== urlStorageKey));
  },
};
