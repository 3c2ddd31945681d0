import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { TextRequest } from "#modules/assistants/server/text-model.port.ts";
import { type EndpointSettings, makeOpenAiCompatible } from "./openai-compatible.ts";

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

const model = (changed: Partial<EndpointSettings> = {}) =>
  makeOpenAiCompatible({
    name: "A model",
    url: `${sandbox.hosts["language-model"]}/v1`,
    key: "rawaj-model-key",
    model: "rawaj-text-1",
    tokenLimitField: "max_completion_tokens",
    inputMicroSar: 2,
    outputMicroSar: 8,
    firstTokenMs: 10_000,
    nextTokenMs: 10_000,
    ...changed,
  });

const request = (more: Partial<TextRequest> = {}): TextRequest => ({
  instructions: "Write ads.",
  input: "عباية ليلك من الرياض بسعر 249",
  answer: {
    name: "versions",
    schema: {
      type: "object",
      properties: { versions: { type: "array", items: { type: "string" }, minItems: 2 } },
      required: ["versions"],
      additionalProperties: false,
    },
  },
  maxTokens: 500,
  seed: 7,
  signal: new AbortController().signal,
  ...more,
});

async function read(changed: Partial<EndpointSettings> = {}, more: Partial<TextRequest> = {}) {
  const stream = model(changed).stream(request(more));
  const pieces: string[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done) return { pieces, text: pieces.join(""), end: value };
    pieces.push(value);
  }
}

describe("a text model, against its simulator", () => {
  it("streams an answer of the schema in pieces, with its tokens, the same for the same seed", async () => {
    const { pieces, text, end } = await read();
    expect(pieces.length).toBeGreaterThan(3);
    expect(JSON.parse(text)).toEqual({ versions: [expect.any(String), expect.any(String)] });
    expect(end).toEqual({
      ending: "complete",
      usage: { input: expect.any(Number), output: expect.any(Number) },
    });
    expect((await read()).text).toBe(text);
    expect((await read({}, { seed: 8 })).text).not.toBe(text);
  });

  it("reads letters that are split between pieces, comments and CRLF", async () => {
    const { text } = await read();
    await fail("split_utf8");
    expect((await read()).text).toBe(text);
  });

  it("passes on JSON in a fence as it comes", async () => {
    await fail("fenced_json");
    expect((await read()).text).toContain("```json");
  });

  it("says that an answer was cut at the most tokens", async () => {
    await fail("token_limit");
    expect((await read()).end.ending).toBe("cut_at_limit");
  });

  it("reports a stream that breaks off as `later`", async () => {
    await fail("cut_stream");
    await expect(read()).rejects.toMatchObject({
      kind: "later",
      reason: expect.stringContaining("broke off"),
    });
  });

  it.each(["refusal", "moderation"])("reports a %s as `rejected`, with its message", async (kind) => {
    await fail(kind);
    await expect(read()).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "assistants:refused_by_model",
    });
  });

  it("asks a server that is busy for a moment once more, and not when it asks for a long wait", async () => {
    await fail("429", { retry_after: 1 });
    expect((await read()).end.ending).toBe("complete");
    await fail("429", { retry_after: 30 });
    await expect(read()).rejects.toMatchObject({ kind: "later", throttled: true, retryAfterSeconds: 30 });
  });

  it("asks a server that fails once more, and then gives up", async () => {
    await fail("500");
    expect((await read()).end.ending).toBe("complete");
    await fail("503", { times: 2 });
    await expect(read()).rejects.toMatchObject({ kind: "later" });
  });

  it("gives up on a first token that does not come", async () => {
    await fail("slow_first_token", { ms: 5_000 });
    await expect(read({ firstTokenMs: 100 })).rejects.toMatchObject({
      kind: "later",
      reason: expect.stringContaining("in time"),
    });
  });

  it("asks an older server by `json_object`, and remembers it", async () => {
    const old = model({ tokenLimitField: "max_tokens" });
    await fail("no_json_schema");
    for (const _ of [1, 2]) {
      const pieces: string[] = [];
      for await (const piece of old.stream(request())) pieces.push(piece);
      expect(JSON.parse(pieces.join(""))).toHaveProperty("versions");
    }
    const received = await sandbox.control<{ body?: { response_format?: { type: string } } }[]>(
      "received?vendor=language-model",
    );
    const sent = JSON.stringify(received);
    expect(sent).toContain("json_object");
  });

  it("reports a wrong key, an unknown model and a spent quota as `reconnect`", async () => {
    await expect(read({ key: "wrong" })).rejects.toMatchObject({ kind: "reconnect" });
    await expect(read({ model: "another" })).rejects.toMatchObject({ kind: "reconnect" });
    await fail("no_quota");
    await expect(read()).rejects.toMatchObject({ kind: "reconnect" });
  });

  it("reports a server that nobody reaches as `later`", async () => {
    await expect(read({ url: "http://localhost:9/v1" })).rejects.toMatchObject({ kind: "later" });
  });

  it("ends with the caller's reason when the caller leaves", async () => {
    const left = new AbortController();
    const stream = model().stream(request({ signal: left.signal }));
    await stream.next();
    left.abort(new Error("the reader left"));
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toThrow("the reader left");
  });
});
