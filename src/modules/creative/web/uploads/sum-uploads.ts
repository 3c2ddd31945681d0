import type { UploadItem } from "./upload-queue.ts";

/** What the strip says first: what runs, then what waits for the connection or for the merchant. */
export type UploadsHeadline = "failed" | "running" | "waiting" | "paused" | "all_done" | "interrupted";

export type UploadsSum = {
  headline: UploadsHeadline;
  /** How many uploads the headline speaks of. */
  count: number;
  sent: number;
  bytes: number;
  /** Bytes a second of all together; null while it cannot be told. */
  speed: number | null;
};

/** All uploads as one. Those that are done, paused or refused are not part of the bytes still to be sent. */
export function sumUploads(items: readonly UploadItem[]): UploadsSum {
  const countIn = (...states: UploadItem["state"][]) =>
    items.filter(({ state }) => states.includes(state)).length;
  const active = items.filter(({ state }) => ["queued", "sending", "offline", "finishing"].includes(state));
  const speeds = active.flatMap(({ speed }) => speed ?? []);
  const headlines: [UploadsHeadline, number][] = [
    ["running", countIn("sending", "finishing") > 0 ? active.length : 0],
    ["waiting", countIn("offline")],
    ["failed", countIn("failed")],
    ["paused", countIn("paused")],
    ["all_done", countIn("done")],
  ];
  const [headline, count] = headlines.find(([, count]) => count > 0) ?? ["interrupted", 0];
  return {
    headline,
    count,
    sent: add(active.map(({ sent }) => sent)),
    bytes: add(active.map(({ bytes }) => bytes)),
    speed: speeds.length === 0 ? null : add(speeds),
  };
}

const add = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
