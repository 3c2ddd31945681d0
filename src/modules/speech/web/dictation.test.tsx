import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import en from "../messages/en.json" with { type: "json" };
import { useDictation } from "./dictation.parts.tsx";

/** What the page did with the microphone. */
let microphone: { requests: number; stopped: number; fault: string | null };
let supported: string[];
let answers: Answers;
/** The recordings that were sent. */
let sent: { file: Blob; language: string; signal: AbortSignal | null }[];

class FakeRecorder {
  static isTypeSupported = (type: string) => supported.includes(type);
  state = "inactive";
  ondataavailable?: (event: { data: Blob }) => void;
  onstop?: () => void;
  readonly type: string;
  constructor(_stream: unknown, { mimeType }: { mimeType: string }) {
    this.type = mimeType;
  }
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    this.ondataavailable?.({ data: new Blob(["voice"], { type: this.type }) });
    this.onstop?.();
  }
}

function Page() {
  const [text, setText] = useState("حملة");
  const { button, panel } = useDictation({ value: text, max: 40, language: "ar", onChange: setText });
  return (
    <>
      <input aria-label="description" value={text} onChange={(event) => setText(event.target.value)} />
      {button}
      {panel}
    </>
  );
}
const open = () => openPages({ "/": Page }, "/");
const field = () => screen.getByLabelText<HTMLInputElement>("description");
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

beforeEach(async () => {
  microphone = { requests: 0, stopped: 0, fault: null };
  supported = ["audio/webm;codecs=opus"];
  sent = [];
  answers = {
    "Speech/state": {
      is_offered: true,
      is_subscribed: true,
      day_limit_seconds: 1_200,
      day_left_seconds: 1_200,
    },
    "Speech/transcriptions": { text: "عباية للدوام", seconds: 3 },
  };
  fakeServer(answers);
  const calls = globalThis.fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    const { body, signal = null } = init;
    if (body instanceof FormData)
      sent.push({ file: body.get("file") as Blob, language: String(body.get("language")), signal });
    return calls(address, init);
  });
  const track = { stop: () => (microphone.stopped += 1), onended: null };
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  vi.stubGlobal("navigator", {
    ...navigator,
    onLine: true,
    mediaDevices: {
      async getUserMedia() {
        microphone.requests += 1;
        if (microphone.fault) throw Object.assign(new Error("no"), { name: microphone.fault });
        return { getTracks: () => [track] };
      },
    },
  });
  await setupI18n("en", { en: { speech: en } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("dictation", () => {
  it("puts what was said into the field, after what stands there, and switches the microphone off", async () => {
    await open();
    await press(en.record);
    expect(await screen.findByText(en.recording)).toBeDefined();
    expect(screen.getByRole("timer").textContent).toContain("0:00 / 2:00");
    await press(en.finish);
    await waitFor(() => expect(field().value).toBe("حملة عباية للدوام"));
    expect(microphone).toMatchObject({ requests: 1, stopped: 1 });
    expect(sent[0]?.language).toBe("ar");
    expect(sent[0]?.file.size).toBe(5);
    expect(screen.getByRole("status").textContent).toBe(en.transcribed);
    // The note has been read once the text is changed.
    fireEvent.change(field(), { target: { value: "عباية" } });
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("that is cancelled sends nothing and switches the microphone off", async () => {
    await open();
    await press(en.record);
    await press(en.cancel);
    await waitFor(() => expect(microphone.stopped).toBe(1));
    expect(sent).toEqual([]);
    expect(field().value).toBe("حملة");
  });

  it("ends by itself after 120 seconds", async () => {
    await open();
    const button = await screen.findByRole("button", { name: en.record });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    fireEvent.click(button);
    await act(async () => {});
    await act(async () => vi.advanceTimersByTime(119_900));
    expect(sent).toHaveLength(0);
    await act(async () => vi.advanceTimersByTime(300));
    expect(sent).toHaveLength(1);
    expect(microphone.stopped).toBe(1);
  });

  it.each([
    ["NotAllowedError", en.access_required],
    ["NotFoundError", en.no_microphone],
    ["NotReadableError", en.microphone_in_use],
    ["TypeError", en.microphone_failed],
  ])("says what is wrong with the microphone: %s", async (fault, words) => {
    microphone.fault = fault;
    await open();
    await press(en.record);
    expect(await screen.findByText(words)).toBeDefined();
    await press(en.dismiss);
    expect(screen.queryByText(words)).toBeNull();
  });

  it("takes the first type that the browser records, and says where it has none", async () => {
    supported = ["audio/ogg;codecs=opus", "audio/mp4"];
    await open();
    await press(en.record);
    await press(en.finish);
    await waitFor(() => expect(sent[0]?.file.type).toBe("audio/mp4"));
    supported = [];
    await press(en.record);
    expect(await screen.findByText(en.recording_type_unknown)).toBeDefined();
    expect(microphone.requests).toBe(1);
  });

  it("that could not be written down is sent again as it was recorded", async () => {
    answers["Speech/transcriptions"] = 503;
    await open();
    await press(en.record);
    await press(en.finish);
    await screen.findByRole("button", { name: en.again });
    answers["Speech/transcriptions"] = { text: "للبنات", seconds: 3 };
    await press(en.again);
    await waitFor(() => expect(field().value).toBe("حملة للبنات"));
    expect(microphone.requests).toBe(1);
    expect(sent.map(({ file }) => file.size)).toEqual([5, 5]);
  });

  it("that the server refuses says why, and is not sent again", async () => {
    answers["Speech/transcriptions"] = refuse(422, { code: "speech.nothing_heard" });
    await open();
    await press(en.record);
    await press(en.finish);
    await screen.findByRole("button", { name: en.dismiss });
    expect(screen.queryByRole("button", { name: en.again })).toBeNull();
  });

  it("that is being written down is given up when it is cancelled or the page is left", async () => {
    answers["Speech/transcriptions"] = new Promise(() => undefined);
    await open();
    await press(en.record);
    await press(en.finish);
    await waitFor(() => expect(sent).toHaveLength(1));
    await press(en.cancel);
    expect(sent[0]?.signal?.aborted).toBe(true);
    await press(en.record);
    await screen.findByText(en.recording);
    cleanup();
    await waitFor(() => expect(microphone.stopped).toBe(2));
  });

  it("is absent where no speech model is set", async () => {
    answers["Speech/state"] = {
      is_offered: false,
      is_subscribed: true,
      day_limit_seconds: 1,
      day_left_seconds: 1,
    };
    await open();
    await act(async () => {});
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("asks for no microphone without a subscription", async () => {
    answers["Speech/state"] = {
      is_offered: true,
      is_subscribed: false,
      day_limit_seconds: 1,
      day_left_seconds: 1,
    };
    await open();
    await press(en.record);
    expect(await screen.findByText(en.not_subscribed)).toBeDefined();
    expect(microphone.requests).toBe(0);
  });
});
