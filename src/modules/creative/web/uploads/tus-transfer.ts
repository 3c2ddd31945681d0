import type { DetailedError, HttpResponse, Upload } from "tus-js-client";
import { commonHeaders, openEnvelope, request } from "#base/web/data/api.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import type { ClientResponse } from "#base/web/data/send.ts";
import { logProblem } from "#base/web/runtime/problems.ts";
import { accessToken } from "#base/web/runtime/session.ts";
import type { Media } from "../../contract/creative.calls.ts";
import type { Poster } from "../files/capture-frame.ts";
import { savePoster } from "../files/save-poster.ts";
import type { Transfer, TransferEvents, UploadRequest } from "./upload-queue.ts";
import { type StoredUpload, uploadStorage } from "./upload-storage.ts";

const path = "Clients/Media/uploads";
/** A part must arrive within the server's minute for a request, also from a phone on a weak network. */
const partBytes = 4 * 1_024 * 1_024;
/** How long an upload of an earlier page may take to say what became of it. */
const outcomeMs = 15_000;
/** Answers after which the same upload goes on: no session, another part still arriving, too many requests. */
const passing = new Set([401, 408, 409, 423, 425, 429]);

/**
 * A file as this browser recognises it again, and the place it is for. Its extension does not count: a wrong one was
 * corrected before the file was sent.
 */
export function toKey({ file, place }: Pick<UploadRequest, "file" | "place">): string {
  const name = file.name.replace(/\.[a-z0-9]{1,8}$/i, "");
  return [name, file.size, file.lastModified, place.platform ?? "", place.placement ?? ""].join("|");
}

/**
 * Sends a file in parts (tus 1.0.0) and reads at the upload's own address what became of it. A file this browser began
 * to send before goes on where it stopped. The library is loaded with the first upload.
 */
export function openTusTransfer(upload: UploadRequest, events: TransferEvents): Transfer {
  let opened: Promise<Upload> | undefined;
  let starts = 0;
  /** The start that counts; null while it is paused. */
  let wanted: number | null = null;
  const isWanted = () => wanted !== null;

  async function start(): Promise<void> {
    starts += 1;
    const own = starts;
    wanted = own;
    opened ??= openUpload(upload, { ...events, onSent: finish, isWanted });
    try {
      const tus = await opened;
      // It was perhaps paused and started again while the library was loading.
      if (wanted === own) tus.start();
    } catch (cause) {
      opened = undefined;
      logProblem("an upload did not begin", cause);
      if (wanted === own) events.onBroken();
    }
  }

  async function finish(address: string): Promise<void> {
    events.onComplete();
    try {
      const media = await readResult(address);
      const shown = await withPoster(media, upload.poster);
      if (isWanted()) events.onDone(shown);
    } catch (error) {
      if (isWanted()) report(error, events);
    }
  }

  return {
    start: () => void start(),
    pause() {
      wanted = null;
      // `start` reports a library that did not load.
      void opened?.then(
        (tus) => tus.abort(),
        () => {},
      );
    },
    discard() {
      wanted = null;
      // What the server is not told, it forgets after a day.
      opened
        ?.then((tus) => tus.abort(true))
        .catch((cause: unknown) => logProblem("an upload was not discarded", cause));
    },
  };
}

type Hooks = Pick<TransferEvents, "onProgress" | "onRefused" | "onBroken"> & {
  onSent(address: string): Promise<void>;
  isWanted(): boolean;
};

async function openUpload(upload: UploadRequest, hooks: Hooks): Promise<Upload> {
  const { Upload } = await import("tus-js-client");
  const key = toKey(upload);
  let token = accessToken();
  const tus = new Upload(upload.file, {
    endpoint: `${window.location.origin}/${path}`,
    metadata: { filename: upload.file.name, ...upload.place },
    chunkSize: partBytes,
    // The queue waits for a lost connection, and shows that it waits.
    retryDelays: null,
    urlStorage: uploadStorage,
    storeFingerprintForResuming: upload.isMade !== true,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => key,
    onBeforeRequest(request) {
      token = accessToken();
      for (const [name, value] of Object.entries(commonHeaders(token))) request.setHeader(name, value);
    },
    onAfterResponse(request, response) {
      // tus-js-client would begin anew after any refused HEAD; only an upload that is gone has to.
      const status = response.getStatus();
      if (request.getMethod() === "HEAD" && status >= 400 && status !== 404 && status !== 410)
        openEnvelope(toClientResponse(response), token);
    },
    onProgress: (sent) => hooks.onProgress(sent),
    onSuccess: () => void hooks.onSent(tus.url ?? ""),
    onError(error) {
      if (hooks.isWanted()) report(toAnswer(error, token), hooks);
    },
  });
  const [earlier] = await tus.findPreviousUploads();
  if (earlier) tus.resumeFromPreviousUpload(earlier);
  return tus;
}

/** What became of an upload of an earlier page: its media, when all its bytes are at the server. */
export async function findOutcome({ uploadUrl }: StoredUpload): Promise<Media | "unfinished" | "gone"> {
  if (!uploadUrl) return "unfinished";
  try {
    return await readResult(uploadUrl, outcomeMs);
  } catch (error) {
    return isApiError(error) && (error.status === 404 || error.status === 410) ? "gone" : "unfinished";
  }
}

/** Lets the server forget an upload of an earlier page; what it is not told, it forgets after a day. */
export async function discardStored({ urlStorageKey, uploadUrl }: StoredUpload): Promise<void> {
  await uploadStorage.removeUpload(urlStorageKey);
  if (!uploadUrl) return;
  await terminate(uploadUrl).catch((cause: unknown) => logProblem("an upload was not discarded", cause));
}

/** Lets the server forget an unfinished upload, wherever it was begun; its reserved space is free again. */
export const discardUpload = (id: string): Promise<void> =>
  terminate(`${window.location.origin}/${path}/${encodeURIComponent(id)}`);

async function terminate(address: string): Promise<void> {
  const { Upload } = await import("tus-js-client");
  await Upload.terminate(address, { headers: commonHeaders(), retryDelays: null });
}

/** What became of the complete file; the server finishes what was interrupted. */
async function readResult(address: string, timeoutMs?: number): Promise<Media> {
  const params = { upload: address.split("/").at(-1) ?? "" };
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  return (await request(`GET ${path}/{upload}`, { params, quiet: true, ...limit })) as Media;
}

/** The video is in the library with or without its chosen picture. */
async function withPoster(media: Media, poster: Poster | undefined): Promise<Media> {
  if (!poster || media.kind !== "video") return media;
  try {
    return await savePoster(media.id, poster);
  } catch (cause) {
    logProblem("a video's poster was not stored", cause);
    return media;
  }
}

/** A refusal of the file itself ends the upload; everything else passes, and it goes on. */
function report(error: unknown, { onRefused, onBroken }: Pick<Hooks, "onRefused" | "onBroken">): void {
  const isRefused =
    isApiError(error) && error.status >= 400 && error.status < 500 && !passing.has(error.status);
  if (isRefused) onRefused(Object.values(error.fields)[0]?.[0] ?? error.message);
  else onBroken();
}

/** The server's answer inside an error of tus-js-client; the error itself where none came. */
function toAnswer(error: Error | DetailedError, token: string | null): unknown {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response) return error;
  try {
    openEnvelope(toClientResponse(response), token);
    return error;
  } catch (answer) {
    return answer;
  }
}

const toClientResponse = (response: HttpResponse): ClientResponse => ({
  status: response.getStatus(),
  text: response.getBody(),
  header: (name) => response.getHeader(name) ?? null,
});
