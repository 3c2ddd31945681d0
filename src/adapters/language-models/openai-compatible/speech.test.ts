import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { aWave } from "#base/testing/wave.ts";
import { makeSpeechModel, type SpeechSettings } from "./speech.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  await fetch(`${sandbox.url}/control/faults`, { method: "DELETE" });
});
afterAll(() => sandbox.stop());

const fail = (kind: string, more: object = {}) =>
  sandbox.control("faults", { vendor: "language-model", kind, times: 1, ...more });

const transcribe = (
  changed: Partial<SpeechSettings> = {},
  { recording = aWave(3), signal = new AbortController().signal } = {},
) =>
  makeSpeechModel({
    name: "A model",
    url: `${sandbox.hosts["language-model"]}/v1`,
    key: "rawaj-model-key",
    model: "rawaj-speech-1",
    secondMicroSar: 400,
    timeoutMs: 10_000,
    ...changed,
  }).transcribe({ recording, type: "wav", language: "ar", signal });

describe("a speech model, against its simulator", () => {
  it("writes down a recording, the same for the same bytes, with its seconds", async () => {
    const { text, seconds } = await transcribe();
    expect(text).toMatch(/\p{Script=Arabic}/u);
    expect(seconds).toBe(3);
    expect((await transcribe()).text).toBe(text);
    const others = await Promise.all(
      [4, 5, 6, 7].map((length) => transcribe({}, { recording: aWave(length) })),
    );
    expect(others.some((other) => other.text !== text)).toBe(true);
  });

  it("reports what moderation refuses as `rejected`, with its message", async () => {
    await fail("moderation");
    await expect(transcribe()).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "speech:refused_by_model",
    });
  });

  it("reports bytes that are no recording as `rejected`", async () => {
    await expect(transcribe({}, { recording: Buffer.from("not a recording") })).rejects.toMatchObject({
      kind: "rejected",
      messageKey: undefined,
    });
  });

  it("asks a busy server once more, and not where it asks for a long wait", async () => {
    await fail("429", { retry_after: 1 });
    expect((await transcribe()).text).not.toBe("");
    await fail("429", { retry_after: 30 });
    await expect(transcribe()).rejects.toMatchObject({ kind: "later", retryAfterSeconds: 30 });
  });

  it("reports a server that stays down, or does not answer in time, as `later`", async () => {
    await fail("503", { times: 2 });
    await expect(transcribe()).rejects.toMatchObject({ kind: "later" });
    await fail("slow", { ms: 5_000, times: 2 });
    await expect(transcribe({ timeoutMs: 100 })).rejects.toMatchObject({ kind: "later" });
  });

  it("reports a wrong key, an unknown model and a spent quota as `reconnect`", async () => {
    await expect(transcribe({ key: "wrong" })).rejects.toMatchObject({ kind: "reconnect" });
    await expect(transcribe({ model: "another" })).rejects.toMatchObject({ kind: "reconnect" });
    await fail("no_quota");
    await expect(transcribe()).rejects.toMatchObject({ kind: "reconnect" });
  });

  it("ends with the caller's reason when the caller leaves", async () => {
    await expect(transcribe({}, { signal: AbortSignal.abort(new Error("the reader left")) })).rejects.toThrow(
      "the reader left",
    );
  });
});
