import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import adAccounts from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import type { Media } from "../../contract/creative.calls.ts";
import en from "../../messages/en.json" with { type: "json" };
import { uploads } from "../uploads/app-uploads.ts";
import type { TransferEvents, UploadRequest } from "../uploads/upload-queue.ts";
import { MediaPicker } from "./media-picker.tsx";

type Opened = { request: UploadRequest; events: TransferEvents };
const opened = vi.hoisted((): Opened[] => []);
vi.mock("../uploads/tus-transfer.ts", () => ({
  openTusTransfer(request: UploadRequest, events: TransferEvents) {
    opened.push({ request, events });
    return { start() {}, pause() {}, discard() {} };
  },
  toKey: ({ file }: UploadRequest) => file.name,
  discardStored: async () => {},
}));

let pixels = { width: 1_080, height: 1_920 };
const onChoose = vi.fn();

beforeEach(async () => {
  pixels = { width: 1_080, height: 1_920 };
  onChoose.mockClear();
  vi.stubGlobal("createImageBitmap", async () => ({ ...pixels, close() {} }));
  // jsdom has no addresses of files.
  Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL() {} });
  await setupI18n("en", { en: { creative: en, ad_accounts: adAccounts } });
});
afterEach(() => {
  cleanup();
  act(() => uploads.stopAll());
  opened.length = 0;
  vi.unstubAllGlobals();
});

const aPng = (name: string) => new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])], name);
const aStored = (id: string) =>
  ({ id, kind: "image", mime: "image/png", bytes: 7, width: 1_080, height: 1_920, seconds: null }) as Media;

function show(): void {
  const limits = getCapabilities("snapchat") ?? expect.fail("no Snapchat");
  renderWeb(
    <QueryClientProvider client={new QueryClient()}>
      <MediaPicker
        label="Picture"
        hint=""
        places={[{ limits, placements: [] }]}
        mediaIds={[]}
        onChoose={onChoose}
      />
    </QueryClientProvider>,
  );
}
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText("Picture"), { target: { files: [file] } });

it("a file that is right is sent for its platform, and chosen when it is there", async () => {
  show();
  choose(aPng("eid.png"));
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(opened[0]?.request.place).toEqual({ platform: "snapchat" });
  act(() => opened[0]?.events.onDone(aStored("med_1")));
  await waitFor(() => expect(onChoose).toHaveBeenCalledWith(aStored("med_1"), ["snapchat"]));
});

it("an earlier upload that is done later does not replace what was chosen since", async () => {
  show();
  choose(aPng("first.png"));
  await waitFor(() => expect(opened).toHaveLength(1));
  choose(aPng("second.png"));
  await waitFor(() => expect(opened).toHaveLength(2));
  act(() => opened[1]?.events.onDone(aStored("med_2")));
  act(() => opened[0]?.events.onDone(aStored("med_1")));
  await waitFor(() => expect(onChoose).toHaveBeenCalledOnce());
  expect(onChoose.mock.calls[0]?.[0].id).toBe("med_2");
});

it("a picture of another shape is offered a frame, and is not sent before", async () => {
  pixels = { width: 900, height: 900 };
  show();
  choose(aPng("square.png"));
  expect(await screen.findByText("Get the file ready for the ad")).toBeTruthy();
  expect(screen.getByText(/900×900/)).toBeTruthy();
  expect(opened).toHaveLength(0);
});

it("a text named as a picture is refused with what it is", async () => {
  show();
  choose(new File(["not a picture at all"], "notes.png", { type: "image/png" }));
  expect((await screen.findByRole("alert")).textContent).toContain("neither an image nor a video");
  expect(opened).toHaveLength(0);
});
