import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeLanguageModel } from "./openai-compatible.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox([makeLanguageModel]);
});
afterAll(() => sandbox.close());

const good = { model: "rawaj-text-1", messages: [{ role: "user", content: "اكتب إعلانًا" }] };

async function send(change: object = {}, key = "rawaj-model-key") {
  const response = await fetch(`${sandbox.url}/language-model/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ ...good, ...change }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

const format = (schema: object) => ({
  response_format: { type: "json_schema", json_schema: { name: "versions", strict: true, schema } },
});

test("answers without a stream in the vendor's shape", async () => {
  const { status, body } = await send();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: expect.any(String), refusal: null },
        finish_reason: "stop",
      },
    ],
    usage: { total_tokens: expect.any(Number) },
  });
});

test.each<[string, object, number, string?]>([
  ["a field it does not know", { colour: "green" }, 400],
  ["no messages", { messages: [] }, 400],
  ["an unknown model", { model: "gpt-0" }, 404],
  ["both limits of tokens", { max_tokens: 5, max_completion_tokens: 5 }, 400],
  ["usage without a stream", { stream_options: { include_usage: true } }, 400],
  ["a schema whose root is a list", format({ type: "array", items: { type: "string" } }), 400],
  [
    "a property that is not required",
    format({
      type: "object",
      properties: { a: { type: "string" } },
      required: [],
      additionalProperties: false,
    }),
    400,
  ],
  ["an open object", format({ type: "object", properties: {}, required: [] }), 400],
  ["JSON that nobody asked for in words", { response_format: { type: "json_object" } }, 400],
])("refuses %s as the vendor does", async (_, change, status) => {
  const answer = await send(change);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ error: { message: expect.any(String), type: expect.any(String) } });
});

test("a wrong key is refused", async () => {
  expect((await send({}, "wrong")).status).toBe(401);
});
