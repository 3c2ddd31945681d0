import { observable } from "#base/web/runtime/observable.ts";
import { onSessionChange } from "#base/web/runtime/session.ts";
import { findOutcome, openTusTransfer, toKey } from "./tus-transfer.ts";
import { makeUploadQueue, type UploadRequest } from "./upload-queue.ts";
import { forgetUploads, readUploads, type StoredUpload, uploadStorage } from "./upload-storage.ts";

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

/**
 * The last answer may be all that was lost: a file that the server has whole is shown as done, and an upload that it does
 * not know any more is forgotten.
 */
async function showInterrupted(upload: StoredUpload): Promise<void> {
  const outcome = await findOutcome(upload);
  if (!isLeft(upload)) return;
  if (outcome === "unfinished") return interrupted.set([...interrupted.get(), upload]);
  await uploadStorage.removeUpload(upload.urlStorageKey);
  if (outcome !== "gone") uploads.addDone(upload.fingerprint, outcome);
}

/** Not when, while the server was asked, the session ended or its file was chosen again. */
const isLeft = ({ fingerprint, urlStorageKey }: StoredUpload): boolean =>
  readUploads(Date.now()).some((one) => one.urlStorageKey === urlStorageKey) &&
  !uploads.items.get().some(({ key }) => key === fingerprint);

void findInterrupted()
  .catch(() => readUploads(Date.now()))
  .then((found) => Promise.all(found.map(showInterrupted)));

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
