import { observable } from "#base/web/runtime/observable.ts";
import { onSessionChange } from "#base/web/runtime/session.ts";
import { openTusTransfer, toKey } from "./tus-transfer.ts";
import { makeUploadQueue, type UploadRequest } from "./upload-queue.ts";
import { forgetUploads, readUploads, type StoredUpload } from "./upload-storage.ts";

/** The one queue of this page: uploads go on while the merchant moves between pages. */
export const uploads = makeUploadQueue({
  openTransfer: openTusTransfer,
  toKey,
  now: () => performance.now(),
  later: (work, ms) => void setTimeout(work, ms),
});

/** Uploads that an earlier page of this browser did not finish: they go on once their file is chosen again. */
export const interrupted = observable<readonly StoredUpload[]>([]);

const lockPrefix = "rawaj-upload|";

/** Says to other tabs that this one has the upload; the browser lets the lock go when the tab is closed. */
function claim(fingerprint: string): void {
  void navigator.locks?.request(`${lockPrefix}${fingerprint}`, { ifAvailable: true }, (lock) =>
    lock ? new Promise(() => {}) : undefined,
  );
}

/** What was begun and belongs to no other open tab. */
async function findInterrupted(): Promise<StoredUpload[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const claimed = new Set(held.map(({ name }) => name));
  return readUploads(Date.now()).filter(({ fingerprint }) => !claimed.has(`${lockPrefix}${fingerprint}`));
}

void findInterrupted()
  .catch(() => readUploads(Date.now()))
  .then((found) => interrupted.set(found));

export const hideInterrupted = (fingerprint: string): void =>
  interrupted.set(interrupted.get().filter((upload) => upload.fingerprint !== fingerprint));

/** Adds a file to the queue; see `add` there. */
export function addUpload(request: UploadRequest): ReturnType<typeof uploads.add> {
  const key = toKey(request);
  hideInterrupted(key);
  claim(key);
  return uploads.add(request);
}

window.addEventListener("online", () => uploads.wake());
onSessionChange(() => {
  uploads.stopAll();
  // The names of a merchant's files are not for the next person at this browser.
  forgetUploads();
  interrupted.set([]);
});
