import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeLanguageModel } from "./openai-compatible.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox([makeLanguageModel]);
});
afterAll(() => sandbox.close());

const good = { model: "rawaj-picture-1", prompt: "Dunes at dusk", size: "1024x1536", n: 1 };

async function send(change: object = {}) {
  const response = await fetch(`${sandbox.url}/language-model/v1/images/generations`, {
    method: "POST",
    headers: { authorization: "Bearer rawaj-model-key", "content-type": "application/json" },
    body: JSON.stringify({ ...good, ...change }),
  });
  return {
    status: response.status,
    body: (await response.json()) as { data: { b64_json?: string; url?: string }[]; error: object },
  };
}

test("draws a PNG of the size that was asked for, with the prompt's hash", async () => {
  const { status, body } = await send();
  expect(status).toBe(200);
  const { width, height, format, exif } = await sharp(
    Buffer.from(body.data[0]?.b64_json ?? "", "base64"),
  ).metadata();
  expect({ width, height, format }).toEqual({ width: 1_024, height: 1_536, format: "png" });
  expect(exif?.toString("latin1")).toContain(createHash("sha256").update(good.prompt).digest("hex"));
});

test("an older model answers with an address", async () => {
  expect((await send({ model: "rawaj-picture-0" })).body.data[0]?.url).toMatch(/^https:/);
});

test.each([
  ["another size", { size: "1080x1920" }, 400],
  ["no prompt", { prompt: "" }, 400],
  ["an unknown model", { model: "dall-e-0" }, 404],
  ["base64 that is asked for", { response_format: "b64_json" }, 400],
  ["an unknown field", { negative_prompt: "text" }, 400],
])("refuses %s as the vendor does", async (_, change, status) => {
  const answer = await send(change);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ error: { message: expect.any(String) } });
});
