import { beforeEach, describe, expect, it } from "vitest";
import type { Media } from "../../contract/creative.calls.ts";
import { makeUploadQueue, type TransferEvents } from "./upload-queue.ts";

type Opened = TransferEvents & { calls: string[] };

let queue: ReturnType<typeof makeUploadQueue>;
let opened: Opened[];
let waiting: { work: () => void; ms: number }[];
let clock: number;

beforeEach(() => {
  opened = [];
  waiting = [];
  clock = 0;
  queue = makeUploadQueue({
    openTransfer(_request, events) {
      const calls: string[] = [];
      opened.push({ ...events, calls });
      return {
        start: () => void calls.push("start"),
        pause: () => void calls.push("pause"),
        discard: () => void calls.push("discard"),
      };
    },
    toKey: ({ file }) => file.name,
    now: () => clock,
    later: (work, ms) => void waiting.push({ work, ms }),
  });
});

const aFile = (name: string) => new File(["12345678"], name, { type: "video/mp4" });
const add = (name: string) => queue.add({ file: aFile(name), place: {} });
const states = () => queue.items.get().map(({ state }) => state);
const transfer = (index: number): Opened => opened[index] ?? expect.fail(`no transfer ${index}`);
const media = { id: "med_1" } as Media;

describe("several files", () => {
  it("three run at once, and the next begins when one is done", () => {
    for (const name of ["a", "b", "c", "d"]) add(name);
    expect(states()).toEqual(["sending", "sending", "sending", "queued"]);
    transfer(1).onDone(media);
    expect(states()).toEqual(["sending", "done", "sending", "sending"]);
  });

  it("the same file is not sent twice at once, and may be sent again later", () => {
    expect(add("a").id).toBe(add("a").id);
    transfer(0).onDone(media);
    expect(add("a").id).not.toBe("upload-1");
    expect(opened).toHaveLength(2);
  });
});

describe("a lost connection", () => {
  it("is waited for, longer each time, until bytes arrive again", () => {
    add("a");
    transfer(0).onBroken();
    waiting[0]?.work();
    transfer(0).onBroken();
    waiting[1]?.work();
    transfer(0).onProgress(4);
    transfer(0).onBroken();
    expect(waiting.map(({ ms }) => ms)).toEqual([1_000, 2_000, 1_000]);
    expect(transfer(0).calls).toEqual(["start", "start", "start"]);
    expect(states()).toEqual(["offline"]);
  });

  it("that is back lets the upload go on at once, and the timer then does nothing", () => {
    add("a");
    transfer(0).onBroken();
    queue.wake();
    waiting[0]?.work();
    expect(transfer(0).calls).toEqual(["start", "start"]);
    expect(states()).toEqual(["sending"]);
  });

  it("is not waited for any more once the upload is cancelled", () => {
    const { id } = add("a");
    transfer(0).onBroken();
    queue.cancel(id);
    waiting[0]?.work();
    expect(transfer(0).calls).toEqual(["start", "discard"]);
  });

  it("does not start a fourth file", () => {
    for (const name of ["a", "b", "c", "d"]) add(name);
    transfer(0).onBroken();
    expect(states()).toEqual(["offline", "sending", "sending", "queued"]);
  });
});

describe("the merchant", () => {
  it("pauses one and another takes its place; it goes on when there is room", () => {
    for (const name of ["a", "b", "c", "d"]) add(name);
    queue.pause("upload-1");
    expect(states()).toEqual(["paused", "sending", "sending", "sending"]);
    queue.resume("upload-1");
    expect(states()[0]).toBe("queued");
    transfer(3).onDone(media);
    expect(states()[0]).toBe("sending");
    expect(transfer(0).calls).toEqual(["start", "pause", "start"]);
  });

  it("cancels one: the server forgets it, and whoever waits for it is told", async () => {
    const { id, settled } = add("a");
    queue.cancel(id);
    expect(transfer(0).calls).toEqual(["start", "discard"]);
    expect(await settled).toBeNull();
    expect(queue.items.get()).toEqual([]);
  });

  it("cannot pause what the server already checks", () => {
    add("a");
    transfer(0).onComplete();
    queue.pause("upload-1");
    expect(states()).toEqual(["finishing"]);
  });
});

it("a done upload gives its media", async () => {
  const { settled } = add("a");
  transfer(0).onDone(media);
  expect(await settled).toBe(media);
  queue.clearDone();
  expect(queue.items.get()).toEqual([]);
});

it("a refused file says why, and may be tried once more", () => {
  add("a");
  transfer(0).onRefused("The video's codec is not taken");
  expect(queue.items.get()[0]?.failure).toBe("The video's codec is not taken");
  queue.resume("upload-1");
  expect(states()).toEqual(["sending"]);
});

it("speed is measured by what was sent", () => {
  add("a");
  transfer(0).onProgress(0);
  clock = 2_000;
  transfer(0).onProgress(6);
  expect(queue.items.get()[0]?.speed).toBe(3);
});

it("nothing of another's session goes on or stays", async () => {
  const { settled } = add("a");
  queue.stopAll();
  expect(transfer(0).calls).toEqual(["start", "pause"]);
  expect(await settled).toBeNull();
  expect(queue.items.get()).toEqual([]);
});
