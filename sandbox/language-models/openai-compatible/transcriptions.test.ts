import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeLanguageModel } from "./openai-compatible.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox([makeLanguageModel]);
});
afterAll(() => sandbox.close());

const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(8_188, 7)]);
const aFile = (bytes: Buffer, name = "recording.webm") => new File([new Uint8Array(bytes)], name);

async function send(change: Record<string, string | File | null> = {}, key = "rawaj-model-key") {
  const fields = { file: aFile(webm), model: "rawaj-speech-1", language: "ar", ...change };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, value);
  const response = await fetch(`${sandbox.url}/language-model/v1/audio/transcriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as { text?: string; error?: object } };
}

test("hears a sentence of the language by the file's hash, with its seconds", async () => {
  const { status, body } = await send();
  expect(status).toBe(200);
  expect(body).toEqual({
    text: expect.stringMatching(/\p{Script=Arabic}/u),
    usage: { type: "duration", seconds: 2 },
  });
  expect((await send()).body).toEqual(body);
  expect((await send({ language: "en" })).body.text).toMatch(/^[A-Z]/);
});

test.each([
  ["no file", { file: null }, 400],
  ["an empty file", { file: aFile(Buffer.alloc(0)) }, 400],
  ["bytes of no recording", { file: aFile(Buffer.from("only words in here")) }, 400],
  ["an unknown extension", { file: aFile(webm, "recording.bin") }, 400],
  ["more than 25 MB", { file: aFile(Buffer.concat([webm, Buffer.alloc(25 * 1_048_576)])) }, 413],
  ["an unknown model", { model: "whisper-0" }, 404],
  ["an unknown field", { temprature: "0" }, 400],
  ["another format", { response_format: "vtt" }, 400],
])("refuses %s as the vendor does", async (_, change, status) => {
  const answer = await send(change);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ error: { message: expect.any(String), type: expect.any(String) } });
});

test("a wrong key is refused", async () => {
  expect((await send({}, "wrong")).status).toBe(401);
});
