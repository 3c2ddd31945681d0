import { type Observable, observable } from "#base/web/runtime/observable.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "../../contract/creative.calls.ts";
import type { Poster } from "../files/capture-frame.ts";
import { addSample, computeSpeed, type Sample } from "./speed.ts";

/** `offline`: it goes on by itself when the connection is back. `finishing`: the server checks the complete file. */
export type UploadState = "queued" | "sending" | "offline" | "paused" | "finishing" | "done" | "failed";

/** The place the file is for, whose limits the server checks; without one only the product's own. */
export type UploadPlace = { platform?: Platform; placement?: Placement };

export type UploadRequest = {
  file: File;
  place: UploadPlace;
  /** The picture a video is shown by, as the merchant chose it. */
  poster?: Poster;
  /** It was made on this page: nobody can choose it again, so it does not go on after a reload. */
  isMade?: boolean;
};

export type UploadItem = {
  id: string;
  /** The file and its place; the same for the same file. */
  key: string;
  fileName: string;
  bytes: number;
  sent: number;
  state: UploadState;
  /** Bytes a second; null while it cannot be told. */
  speed: number | null;
  /** Why it failed, in the reader's language. */
  failure: string | null;
  media: Media | null;
};

export type TransferEvents = {
  onProgress(sent: number): void;
  /** All bytes are there; the server checks the file. */
  onComplete(): void;
  onDone(media: Media): void;
  /** The server refused the file; to send it again changes nothing. */
  onRefused(message: string): void;
  /** The connection or the server is lost. */
  onBroken(): void;
};

/** One file on its way. `start` goes on where it stopped. */
export type Transfer = {
  start(): void;
  pause(): void;
  /** Ends it and lets the server forget what arrived. */
  discard(): void;
};

type Deps = {
  openTransfer(request: UploadRequest, events: TransferEvents): Transfer;
  /** Two requests with the same key are the same upload. */
  toKey(request: UploadRequest): string;
  /** Milliseconds of this page, for the speed. */
  now(): number;
  /** Runs `work` after so many milliseconds. */
  later(work: () => void, ms: number): void;
};

type Entry = {
  item: UploadItem;
  transfer: Transfer;
  samples: Sample[];
  /** How often in a row the connection was lost. */
  breaks: number;
  settled: PromiseWithResolvers<Media | null>;
};

/** More at once would only share the same connection. */
const atOnce = 3;
const longestWaitMs = 15_000;
/** Of a file that has arrived. */
const noTransfer: Transfer = { start() {}, pause() {}, discard() {} };

/** The uploads of this page: three run at once, the others wait their turn. A lost connection is waited for. */
export function makeUploadQueue({ openTransfer, toKey, now, later }: Deps) {
  const items: Observable<readonly UploadItem[]> = observable<readonly UploadItem[]>([]);
  const entries = new Map<string, Entry>();
  let count = 0;

  const publish = () => items.set([...entries.values()].map(({ item }) => item));
  function change(entry: Entry, patch: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...patch };
    publish();
  }
  const listIn = (...states: UploadState[]) =>
    [...entries.values()].filter(({ item }) => states.includes(item.state));

  function startNext(): void {
    // One that lost its connection keeps its place, or a bad network would start all files at once.
    const free = atOnce - listIn("sending", "offline", "finishing").length;
    for (const entry of listIn("queued").slice(0, Math.max(0, free))) begin(entry);
  }

  function begin(entry: Entry): void {
    entry.samples = [];
    change(entry, { state: "sending", speed: null, failure: null });
    entry.transfer.start();
  }

  function leave(entry: Entry, patch: Partial<UploadItem>): void {
    change(entry, { speed: null, ...patch });
    startNext();
  }

  function listen(entry: () => Entry): TransferEvents {
    return {
      onProgress(sent) {
        const one = entry();
        if (sent > one.item.sent) one.breaks = 0;
        one.samples = addSample(one.samples, { at: now(), sent });
        change(one, { sent, speed: computeSpeed(one.samples) });
      },
      onComplete: () => change(entry(), { state: "finishing", sent: entry().item.bytes, speed: null }),
      onDone(media) {
        leave(entry(), { state: "done", sent: entry().item.bytes, media });
        entry().settled.resolve(media);
      },
      onRefused: (failure) => leave(entry(), { state: "failed", failure }),
      onBroken() {
        const one = entry();
        const waitMs = Math.min(1_000 * 2 ** one.breaks, longestWaitMs);
        one.breaks += 1;
        change(one, { state: "offline", speed: null });
        later(() => {
          if (entries.get(one.item.id) === one && one.item.state === "offline") begin(one);
        }, waitMs);
      },
    };
  }

  function find(id: string): Entry | null {
    return entries.get(id) ?? null;
  }

  return {
    items,

    /**
     * Adds a file; one that is already on its way is not sent twice. `settled` gives the media, or null when the
     * upload was cancelled.
     */
    add(request: UploadRequest): { id: string; settled: Promise<Media | null> } {
      const key = toKey(request);
      const known = [...entries.values()].find(
        ({ item }) => item.key === key && item.state !== "done" && item.state !== "failed",
      );
      if (known) return { id: known.item.id, settled: known.settled.promise };
      count += 1;
      const id = `upload-${count}`;
      const { name: fileName, size: bytes } = request.file;
      const entry: Entry = {
        samples: [],
        breaks: 0,
        settled: Promise.withResolvers<Media | null>(),
        transfer: openTransfer(
          request,
          listen(() => entry),
        ),
        item: { id, key, fileName, bytes, sent: 0, state: "queued", speed: null, failure: null, media: null },
      };
      entries.set(id, entry);
      publish();
      startNext();
      return { id, settled: entry.settled.promise };
    },

    /** Lists a file that an earlier page sent, and of which nobody has heard that it arrived. */
    addDone(key: string, media: Media): void {
      count += 1;
      const id = `upload-${count}`;
      const { file_name: fileName, bytes } = media;
      const settled = Promise.withResolvers<Media | null>();
      settled.resolve(media);
      const item = { id, key, fileName, bytes, sent: bytes, speed: null, failure: null, media };
      entries.set(id, {
        samples: [],
        breaks: 0,
        settled,
        transfer: noTransfer,
        item: { ...item, state: "done" },
      });
      publish();
    },

    pause(id: string): void {
      const entry = find(id);
      if (!entry || !["queued", "sending", "offline"].includes(entry.item.state)) return;
      entry.transfer.pause();
      leave(entry, { state: "paused" });
    },

    /** Goes on with one that was paused, or tries one that failed once more. */
    resume(id: string): void {
      const entry = find(id);
      if (entry?.item.state !== "paused" && entry?.item.state !== "failed") return;
      leave(entry, { state: "queued", failure: null });
    },

    cancel(id: string): void {
      const entry = find(id);
      if (!entry) return;
      if (entry.item.state !== "done") entry.transfer.discard();
      entries.delete(id);
      entry.settled.resolve(entry.item.media);
      publish();
      startNext();
    },

    /** The connection is back: what waited for it goes on at once. */
    wake(): void {
      for (const entry of listIn("offline")) begin(entry);
    },

    /** Removes what needs nothing any more from the list. */
    clearDone(): void {
      for (const { item } of listIn("done")) entries.delete(item.id);
      publish();
    },

    /** Whoever is signed in has changed: nothing of the one before goes on or is shown. */
    stopAll(): void {
      for (const entry of entries.values()) {
        entry.transfer.pause();
        entry.settled.resolve(null);
      }
      entries.clear();
      publish();
    },
  };
}
