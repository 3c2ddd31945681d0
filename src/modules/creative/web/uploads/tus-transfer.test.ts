import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { findOutcome, openTusTransfer, toKey } from "./tus-transfer.ts";
import type { Transfer, TransferEvents, UploadRequest } from "./upload-queue.ts";

type Options = {
  metadata: Record<string, string>;
  onProgress(sent: number): void;
  onSuccess(): void;
  onError(error: Error): void;
  onAfterResponse(request: { getMethod(): string }, response: FakeResponse): void;
};
type FakeResponse = ReturnType<typeof aResponse>;

/** The library, without a network: what it was asked to do, and its callbacks. */
const tus = vi.hoisted(() => {
  const state = { opened: [] as FakeUpload[], previous: [] as { uploadUrl: string }[] };
  class FakeUpload {
    url: string | null = null;
    readonly calls: string[] = [];
    readonly options: unknown;
    constructor(_file: File, options: unknown) {
      this.options = options;
      state.opened.push(this);
    }
    start() {
      this.calls.push("start");
    }
    async abort(isTerminated = false) {
      this.calls.push(isTerminated ? "terminate" : "abort");
    }
    async findPreviousUploads() {
      return state.previous;
    }
    resumeFromPreviousUpload({ uploadUrl }: { uploadUrl: string }) {
      this.url = uploadUrl;
    }
  }
  return { state, FakeUpload };
});
vi.mock("tus-js-client", () => ({ Upload: tus.FakeUpload }));

const aResponse = (status: number, body: unknown = "") => ({
  getStatus: () => status,
  getBody: () => JSON.stringify(body),
  getHeader: () => undefined,
});
const aRefusal = (message: string) => ({
  error: true,
  messages: ["The data is not valid."],
  data: null,
  code: "creative.codec_not_accepted",
  request_id: "req_1",
  fields: { file: [message] },
});

const file = new File(["12345678"], "eid.mp4", { type: "video/mp4", lastModified: 7 });
const request: UploadRequest = { file, place: { platform: "snapchat" } };
const address = "http://localhost/Clients/Media/uploads/upl_1";

let events: { [Name in keyof TransferEvents]: ReturnType<typeof vi.fn<TransferEvents[Name]>> };
let transfer: Transfer;
const fetched = vi.fn(async (_address: string) =>
  Response.json({ error: false, messages: [], data: { id: "med_1", kind: "video" } }),
);

beforeEach(async () => {
  tus.state.opened = [];
  tus.state.previous = [];
  fetched.mockClear();
  vi.stubGlobal("fetch", fetched);
  await setupI18n("en");
  events = {
    onProgress: vi.fn(),
    onComplete: vi.fn(),
    onDone: vi.fn(),
    onRefused: vi.fn(),
    onBroken: vi.fn(),
  };
  transfer = openTusTransfer(request, events);
});
afterEach(() => vi.unstubAllGlobals());

/** Starts, and gives the library's upload with its callbacks. */
async function begin() {
  transfer.start();
  await vi.waitFor(() => expect(tus.state.opened[0]?.calls).toContain("start"));
  const upload = tus.state.opened[0] ?? expect.fail("nothing was begun");
  return { upload, options: upload.options as Options };
}

const withResponse = (response: FakeResponse) =>
  Object.assign(new Error("tus: unexpected response"), { originalResponse: response });

it("a file goes with its name and its place, and its result is read at its own address", async () => {
  const { upload, options } = await begin();
  expect(options.metadata).toEqual({ filename: "eid.mp4", platform: "snapchat" });
  upload.url = address;
  options.onSuccess();
  await vi.waitFor(() => expect(events.onDone).toHaveBeenCalledWith({ id: "med_1", kind: "video" }));
  expect(events.onComplete).toHaveBeenCalledOnce();
  expect(fetched.mock.calls[0]?.[0]).toBe("/Clients/Media/uploads/upl_1");
});

it("a file of an earlier page goes on at its address", async () => {
  tus.state.previous = [{ uploadUrl: address }];
  const { upload } = await begin();
  expect(upload.url).toBe(address);
});

describe("what goes wrong", () => {
  it("a refused file is told by the server's own sentence", async () => {
    const { options } = await begin();
    options.onError(withResponse(aResponse(415, aRefusal("The codec is not taken"))));
    expect(events.onRefused).toHaveBeenCalledWith("The codec is not taken");
    expect(events.onBroken).not.toHaveBeenCalled();
  });

  it.each([409, 423, 429, 500, 503])("an answer of %i passes, and the upload goes on", async (status) => {
    const { options } = await begin();
    options.onError(withResponse(aResponse(status, aRefusal("wait"))));
    expect(events.onBroken).toHaveBeenCalledOnce();
    expect(events.onRefused).not.toHaveBeenCalled();
  });

  it("a lost connection passes, also one that is lost while the result is read", async () => {
    const { upload, options } = await begin();
    options.onError(new Error("tus: failed to upload chunk"));
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    upload.url = address;
    options.onSuccess();
    await vi.waitFor(() => expect(events.onBroken).toHaveBeenCalledTimes(2));
    expect(events.onDone).not.toHaveBeenCalled();
  });

  it("only an upload that is gone begins anew: other refused questions stop it", async () => {
    const { options } = await begin();
    const ask = (status: number) => () =>
      options.onAfterResponse({ getMethod: () => "HEAD" }, aResponse(status));
    expect(ask(404)).not.toThrow();
    expect(ask(410)).not.toThrow();
    expect(ask(401)).toThrow();
    expect(ask(429)).toThrow();
  });
});

it("a paused upload is silent, and a cancelled one is discarded at the server", async () => {
  const { upload, options } = await begin();
  transfer.pause();
  options.onError(new Error("aborted"));
  expect(events.onBroken).not.toHaveBeenCalled();
  transfer.discard();
  await vi.waitFor(() => expect(upload.calls).toEqual(["start", "abort", "terminate"]));
});

describe("an upload of an earlier page", () => {
  const stored = {
    fingerprint: toKey(request),
    size: 8,
    metadata: { filename: "eid.mp4" },
    creationTime: "2026-11-22T09:00:00Z",
    urlStorageKey: "k",
    uploadUrl: address,
    parallelUploadUrls: null,
  };

  it("whose last answer was lost is the media at its own address", async () => {
    expect(await findOutcome(stored)).toEqual({ id: "med_1", kind: "video" });
    expect(fetched.mock.calls[0]?.[0]).toBe("/Clients/Media/uploads/upl_1");
  });

  it.each([
    [409, "unfinished"],
    [503, "unfinished"],
    [404, "gone"],
    [410, "gone"],
  ])("is, after an answer of %i, %s", async (status, outcome) => {
    fetched.mockResolvedValueOnce(Response.json(aRefusal("no"), { status }));
    expect(await findOutcome(stored)).toBe(outcome);
  });

  it("is unfinished without a connection, and where it never had an address", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await findOutcome(stored)).toBe("unfinished");
    expect(await findOutcome({ ...stored, uploadUrl: null })).toBe("unfinished");
  });
});

it("the same file for another platform is another upload", () => {
  expect(toKey(request)).toBe(toKey({ file, place: { platform: "snapchat" } }));
  expect(toKey(request)).not.toBe(toKey({ file, place: { platform: "x" } }));
});
